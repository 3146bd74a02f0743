/** Draws the modal into a shadow root: the one function of this chunk. */
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import { addStyles } from '../src/shell/add-styles.ts'
import type { MountView } from '../src/shell/view.ts'
import { keepAccountViews } from './account/account-part.tsx'
import { Modal } from './modal.tsx'
import stylesCss from './styles.css?inline'
import tokensCss from './tokens.css?inline'

export const mountView: MountView = (shell, host, accountViews) => {
  if (accountViews) keepAccountViews(accountViews)
  const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  addStyles(shadow, `${tokensCss}\n${stylesCss}`)
  const container = document.createElement('div')
  ignoreMotion(container)
  shadow.append(container)
  const stopTheme = shell.themeMode.subscribe((theme) => (host.dataset['theme'] = theme))
  const root = createRoot(container)
  // At once: the dialog is painted in this very frame.
  flushSync(() => root.render(<Modal shell={shell} />))
  return {
    unmount() {
      stopTheme()
      root.unmount()
      container.remove()
    },
  }
}

/** Events that come with each frame while a list is scrolled or a pointer moves. No view here has a use for them. */
const motion = new Set(
  'scroll scrollend wheel touchmove mousemove pointermove mouseover mouseout pointerover pointerout'.split(
    ' ',
  ),
)

/** React listens at its root to all events there are, twice: a flick of a finger would be work for it in each frame. */
function ignoreMotion(container: HTMLElement): void {
  const { addEventListener } = container
  container.addEventListener = (type: string, ...rest: [EventListener, AddEventListenerOptions?]) => {
    if (!motion.has(type)) addEventListener.call(container, type, ...rest)
  }
}
