/**
 * The sign-in site's frame in the page. It is a child of the modal's element and stays there, since a frame that is moved
 * loads anew: the view that asks for approval has a slot for it, and without the slot there is nothing of it to see.
 */
import { addStyles } from '../../base/add-styles.ts'
import { FRAME_SLOT } from './frame-slot.ts'
import { texts } from './texts.ts'
import css from './frame-box.css?inline'

export interface FrameBox {
  readonly iframe: HTMLIFrameElement
  /** Puts it into the page; from here on it loads. */
  add(host: HTMLElement): void
  remove(): void
}

/** @param url of the sign-in site */
export function createFrameBox(url: string): FrameBox {
  const box = document.createElement('billfold-auth')
  box.slot = FRAME_SLOT
  const root = box.attachShadow({ mode: 'open', delegatesFocus: true })
  const iframe = createFrame(url)
  addStyles(root, css)
  root.append(iframe)
  return { iframe, add: (host) => host.append(box), remove: () => box.remove() }
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
