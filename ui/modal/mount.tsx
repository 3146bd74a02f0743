/** Renders the modal into a shadow root. */
import { createRoot } from 'react-dom/client'
import { flushSync } from 'react-dom'
import type { MountView } from '../../src/shell/view.ts'
import rowCss from '../components/row.css?inline'
import { guardEvents } from '../../src/base/guard-events.ts'
import { Modal } from './modal.tsx'
import { addSheet, adoptSheets } from '../base/sheets.ts'
import type { ViewDefinition } from '../base/view.ts'
import { setLanguage } from '../base/set-language.ts'
import { keepView, loadView } from './views.ts'

addSheet(rowCss)

/** @param Frame the component around the card @param isAbove whether `Frame` is above the page, not embedded in it */
export const createMount =
  (Frame: typeof Modal, isAbove: boolean): MountView =>
  (shell, host, account) => {
    if (account) keepView('Account', account.view as ViewDefinition<'Account'>)
    const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
    const stopSheets = adoptSheets(shadow)
    const stopGuard = guardEvents(host, isAbove)
    const container = document.createElement('div')
    shadow.append(container)
    setLanguage(container)
    const stopTheme = shell.themeMode.subscribe((theme) => (host.dataset['theme'] = theme))
    const root = createRoot(container)
    // Render synchronously, so that the dialog appears in this frame.
    flushSync(() => root.render(<Frame shell={shell} />))
    return {
      load: (name) => loadView(name).catch(() => {}),
      unmount() {
        stopTheme()
        stopGuard()
        stopSheets()
        root.unmount()
        container.remove()
      },
    }
  }

export const mountView = createMount(Modal, true)
