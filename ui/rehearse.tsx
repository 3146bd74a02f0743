/**
 * Draws the first view once where nobody sees it, before it is asked for: by then the browser has compiled what draws it
 * and decoded its pictures, which is most of the time that opening takes.
 */
import { createRoot } from 'react-dom/client'
import type { Shell } from '../src/shell/shell.ts'
import { Header } from './header.tsx'
import { ShellContext } from './shell-context.ts'
import type { ViewDefinition } from './view.ts'
import { getView } from './views.ts'

/** How long the pictures are held, so that they need not be read anew. Milliseconds. */
const HOLD = 5_000

/** Of nobody's account: that would ask the worker. Returns its end. */
export function rehearse(shell: Shell): () => void {
  if (shell.account.peek().status !== 'disconnected') return () => {}
  const view = getView('Connect') as ViewDefinition
  const root = createRoot(document.createElement('div'))
  root.render(
    <ShellContext.Provider value={shell}>
      <Header view={view} titleId="" onBack={() => {}} onClose={() => {}} />
      <view.View data={undefined} />
    </ShellContext.Provider>,
  )
  const timer = setTimeout(() => root.unmount(), HOLD)
  return () => {
    clearTimeout(timer)
    root.unmount()
  }
}
