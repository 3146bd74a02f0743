/** What a place says when it has nothing to list: nothing there, or not known and why. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import type { ErrorRecord } from '../../src/core/errors.ts'
import { readSecondsTo } from '../clock.ts'
import { explainError, getRetryAt, isPauseAsked } from '../explain-error.ts'
import { useShell } from '../shell-context.ts'
import { say } from '../texts.ts'
import { Button } from './button.tsx'
import { addSheet } from '../sheets.ts'
import css from './notice.css?inline'
import { texts } from './texts.ts'

addSheet(css)

export function Notice({ title, text, children }: { title: string; text: ReactNode; children?: ReactNode }) {
  return (
    <div className="notice">
      <h3>{title}</h3>
      <p>{text}</p>
      {children}
    </div>
  )
}

export function Failure({ title, error, onRetry }: { title: string; error: ErrorRecord; onRetry(): void }) {
  useSignals()
  const { online } = useShell()
  const left = readSecondsTo(getRetryAt(error))
  return (
    <div className="notice">
      <div role="alert">
        <h3>{title}</h3>
        <p>{explainError(error, online.value)}</p>
      </div>
      {/* Beside the alert: what is in it is read aloud each time it changes. */}
      <div className="again">
        <Button small icon="refresh" disabled={isPauseAsked(error)} onClick={onRetry}>
          {texts.tryAgain}
        </Button>
        {left > 0 && <span>{say(texts.nextTry, { n: left })}</span>}
      </div>
    </div>
  )
}
