/** Shows the current message over the card. Errors stay until they are closed. */
import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect } from 'react'
import type { ViewDefinition } from '../base/view.ts'
import { useShell } from '../base/shell-context.ts'
import type { MessageProps } from './snack-message.tsx'

/** The component for a message, which loads after the first render. If the load fails, the next render tries again. */
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
    // The view shows this message itself. Dismiss it, so that errors behind it can appear.
    if (isSaid) snacks.dismiss()
  })
  const message = snack && Message && <Message snack={snack} waiting={waiting} />
  return (
    <div className="snacks">
      {/* Render both live regions from the start: screen readers read a region twice, or not at all, if its
          `aria-live` changes. */}
      <div aria-live="assertive" aria-atomic="true">
        {snack?.variant === 'error' && message}
      </div>
      <div aria-live="polite" aria-atomic="true">
        {snack?.variant !== 'error' && message}
      </div>
    </div>
  )
}
