/**
 * The sign-in site's iframe. It stays a child of the modal's element, since an iframe that is moved reloads. Only the
 * approval view has a slot for it; in other views it is invisible.
 */
import { addStyles } from '../../base/add-styles.ts'
import { FRAME_SLOT } from './frame-slot.ts'
import { texts } from './texts.ts'
import css from './frame-box.css?inline'

export interface FrameBox {
  readonly iframe: HTMLIFrameElement
  /** Adds the iframe to the web page, which starts loading it. */
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
  // The site needs the web page's origin, but not its path.
  iframe.referrerPolicy = 'origin'
  // Only the permissions that sign-in needs. Without `allow-top-navigation`, the site cannot navigate the web page
  // away.
  iframe.sandbox.add('allow-scripts', 'allow-same-origin', 'allow-forms', 'allow-popups')
  iframe.sandbox.add('allow-popups-to-escape-sandbox')
  iframe.src = url
  return iframe
}
