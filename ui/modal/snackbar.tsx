/** The message that floats over the card. Errors stay until they were seen. */
import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect } from 'react'
import type { ViewDefinition } from '../base/view.ts'
import { useShell } from '../base/shell-context.ts'
import type { MessageProps } from './snack-message.tsx'

/** Comes behind the first picture; what could not be fetched is tried again with whatever is drawn next. */
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
    // Errors wait until this one was seen, and it is.
    if (isSaid) snacks.dismiss()
  })
  const message = snack && Message && <Message snack={snack} waiting={waiting} />
  return (
    <div className="snacks">
      {/* Both are there before there is a text in them: one that turned into the other would be read twice, or not. */}
      <div aria-live="assertive" aria-atomic="true">
        {snack?.variant === 'error' && message}
      </div>
      <div aria-live="polite" aria-atomic="true">
        {snack?.variant !== 'error' && message}
      </div>
    </div>
  )
}
