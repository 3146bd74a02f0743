/**
 * Where the sign-in site's frame is on the page: in a dialog that is shown only while a person has to decide there. A
 * closed one keeps its document. It stands in the top layer, above the modal and whatever the page has.
 */
import { addStyles } from '../../base/add-styles.ts'
import { guardEvents } from '../../base/guard-events.ts'
import type { Theme } from './messages.ts'
import { texts } from './texts.ts'
import css from './frame-box.css?inline'

export interface FrameBox {
  readonly iframe: HTMLIFrameElement
  /** Puts it into the page; from here on it loads. */
  add(): void
  /** Returns its end. @param onCancel a person closed it */
  show(theme: Theme, onCancel: () => void): () => void
  remove(): void
}

/** @param site the site's address and host, and the name of the page that it is asked for */
export function createFrameBox(site: { url: string; host: string; site: string }): FrameBox {
  const host = document.createElement('billfold-auth')
  const root = host.attachShadow({ mode: 'open' })
  const dialog = document.createElement('dialog')
  const iframe = createFrame(site.url)
  const close = createClose()
  dialog.setAttribute('aria-labelledby', 'title')
  dialog.append(createHeader(site, close), iframe)
  addStyles(root, css)
  root.append(dialog)
  let cancel = () => {}

  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    cancel()
  })
  close.addEventListener('click', () => cancel())

  return {
    iframe,
    add: () => void (document.body ?? document.documentElement).append(host),
    show(theme, onCancel) {
      host.dataset['theme'] = theme
      cancel = onCancel
      if (dialog.showModal && !dialog.open) dialog.showModal()
      else dialog.setAttribute('open', '')
      const stopGuard = guardEvents(host)
      iframe.focus()
      return () => {
        stopGuard()
        cancel = () => {}
        if (dialog.close) dialog.close()
        else dialog.removeAttribute('open')
      }
    },
    remove: () => host.remove(),
  }
}

function createFrame(url: string): HTMLIFrameElement {
  const iframe = document.createElement('iframe')
  iframe.title = texts.frame
  // The site wants to know whose page it is asked from, and no more than that.
  iframe.referrerPolicy = 'origin'
  // Everything that it needs to sign people in; it cannot lead the page elsewhere.
  iframe.sandbox.add('allow-scripts', 'allow-same-origin', 'allow-forms', 'allow-popups')
  iframe.sandbox.add('allow-popups-to-escape-sandbox')
  iframe.src = url
  return iframe
}

function createHeader({ host, site }: { host: string; site: string }, close: HTMLElement): HTMLElement {
  const header = document.createElement('div')
  header.className = 'head'
  const title = document.createElement('h2')
  const detail = document.createElement('p')
  const heading = document.createElement('div')
  title.id = 'title'
  title.textContent = texts.title.replace('{site}', site)
  detail.textContent = host
  heading.append(title, detail)
  header.append(heading, close)
  return header
}

function createClose(): HTMLButtonElement {
  const close = document.createElement('button')
  close.type = 'button'
  close.ariaLabel = texts.close
  close.title = texts.close
  close.textContent = '✕'
  return close
}
