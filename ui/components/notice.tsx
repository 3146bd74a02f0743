/** What a place says when it has nothing to list: nothing there, or not known and why. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ReactNode } from 'react'
import type { ErrorRecord } from '../../src/core/errors.ts'
import { readSecondsTo } from '../clock.ts'
import { explainError, getRetryAt } from '../explain-error.ts'
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
  // The worker keeps a pause after some failures; asking earlier would change nothing (T6).
  const left = readSecondsTo(getRetryAt(error))
  return (
    <div role="alert">
      <Notice title={title} text={explainError(error)}>
        <Button small icon="refresh" disabled={left > 0} onClick={onRetry}>
          {left > 0 ? say(texts.nextTry, { n: left }) : texts.tryAgain}
        </Button>
      </Notice>
    </div>
  )
}
