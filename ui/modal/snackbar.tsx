/** The message that floats over the card. Errors stay until they were seen. */
import { signal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect } from 'react'
import { useShell } from '../base/shell-context.ts'
import type { MessageProps } from './snack-message.tsx'

/** Comes behind the first picture; what could not be fetched is tried again with whatever is drawn next. */
const messageView = signal<((props: MessageProps) => ReactNode) | undefined>(undefined)

export function Snackbar() {
  useSignals()
  const { snacks } = useShell()
  const snack = snacks.current.value
  const waiting = snacks.waiting.value
  const Message = messageView.value
  useEffect(() => {
    if (!Message)
      import('./snack-message.tsx').then(
        (module) => void (messageView.value = module.Message),
        () => {},
      )
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
