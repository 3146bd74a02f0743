/** The message that floats over the card. Errors stay until they are dismissed. */
import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect } from 'react'
import type { ViewDefinition } from '../base/view.ts'
import { useShell } from '../base/shell-context.ts'
import type { MessageProps } from './snack-message.tsx'

/** Loads after the first render; a failed load is retried with the next render. */
const messageView = signal<((props: MessageProps) => ReactNode) | undefined>(undefined)

export function Snackbar({ view }: { view: ViewDefinition | undefined }) {
  useSignals()
  const shell = useShell()
  const { snacks } = shell
  const current = snacks.current.value
  const isSaid = current !== undefined && view?.says?.(shell, current) === true
  const snack = isSaid ? undefined : current
  const waiting = snacks.waiting.value
  const Message = messageView.value
  useEffect(() => {
    if (!Message)
      import('./snack-message.tsx').then(
        (module) => void (messageView.value = module.Message),
        () => {},
      )
  })
  useEffect(() => {
    // The view already shows this message: dismiss it, so that errors behind it can appear.
    if (isSaid) snacks.dismiss()
  })
  const message = snack && Message && <Message snack={snack} waiting={waiting} />
  return (
    <div className="snacks">
      {/* Render both regions from the start: one that changes its `aria-live` is read twice, or not at all. */}
      <div aria-live="assertive" aria-atomic="true">
        {snack?.variant === 'error' && message}
      </div>
      <div aria-live="polite" aria-atomic="true">
        {snack?.variant !== 'error' && message}
      </div>
    </div>
  )
}
