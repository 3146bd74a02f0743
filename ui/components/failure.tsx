/**
 * Shown in place of a list that could not be loaded: the reason, and the time of the next retry. Has the styles of
 * `Notice`.
 */
import { useSignals } from '@preact/signals-react/runtime'
import type { ErrorRecord } from '../../src/core/base/errors.ts'
import { readSecondsTo } from '../base/clock.ts'
import { explainError, getRetryAt, isPauseAsked } from '../base/explain-error.ts'
import { useViewer } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import { Button } from './button.tsx'
import { texts } from './texts.ts'

interface FailureProps {
  title: string
  error: ErrorRecord
  /** Absent if the person cannot retry before the next automatic retry. */
  onRetry?: (() => void) | undefined
}

export function Failure({ title, error, onRetry }: FailureProps) {
  useSignals()
  const { online } = useViewer()
  const left = readSecondsTo(getRetryAt(error))
  return (
    <div className="notice">
      <div role="alert">
        <h3>{title}</h3>
        <p>{explainError(error, online.value)}</p>
      </div>
      {/* The countdown is outside the alert, since screen readers repeat an alert after each change. */}
      <div className="again">
        {onRetry && (
          <Button small icon="refresh" paused={isPauseAsked(error)} onClick={onRetry}>
            {texts.tryAgain}
          </Button>
        )}
        {left > 0 ? <span>{t(texts.nextTry, { n: left })}</span> : !onRetry && <span>{texts.trying}</span>}
      </div>
    </div>
  )
}
