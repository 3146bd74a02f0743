/** Draws the modal into a shadow root. */
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import type { MountView } from '../src/shell/view.ts'
import rowCss from './row.css?inline'
import { Modal } from './modal.tsx'
import { rehearse } from './rehearse.tsx'
import { addSheet, adoptSheets } from './sheets.ts'
import type { ViewDefinition } from './view.ts'
import { keepView, loadView } from './views.ts'

addSheet(rowCss)

/** @param Frame what holds the card */
export const createMount =
  (Frame: typeof Modal): MountView =>
  (shell, host, account) => {
    if (account) keepView('Account', account.view as ViewDefinition<'Account'>)
    const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    const stopSheets = adoptSheets(shadow)
    const container = document.createElement('div')
    ignoreMotion(container)
    shadow.append(container)
    const stopTheme = shell.themeMode.subscribe((theme) => (host.dataset['theme'] = theme))
    const root = createRoot(container)
    // At once: the dialog is painted in this very frame.
    flushSync(() => root.render(<Frame shell={shell} />))
    const stopRehearsal = shell.open.peek() ? undefined : rehearse(shell)
    return {
      load: (name) => loadView(name).catch(() => {}),
      unmount() {
        stopRehearsal?.()
        stopTheme()
        stopSheets()
        root.unmount()
        container.remove()
      },
    }
  }

export const mountView = createMount(Modal)

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
