/**
 * Says what failed, since when, and when the next retry comes. The last known figures stay below. It has no button, since no
 * balance is requested before that retry (T6).
 */
import { useSignals } from '@preact/signals-react/runtime'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import type { ErrorRecord } from '../../src/core/base/errors.ts'
import { readClock, readSecondsTo } from '../base/clock.ts'
import { Icon } from '../components/icon.tsx'
import { explainError, getRetryAt } from '../base/explain-error.ts'
import { useViewer } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import css from './connection-banner.css?inline'
import { formatAge } from '../components/format-age.ts'
import { texts } from './texts.ts'

addSheet(css)

interface ConnectionBannerProps {
  account: CaipAddress
  /** Whether neither the balance's age nor the token list is shown below. */
  isAlone: boolean
}

export function ConnectionBanner({ account, isAlone }: ConnectionBannerProps) {
  useSignals()
  const { online, topic } = useViewer()
  const { error, status, fetchedAt } = topic('portfolio', { account }).value
  const isOffline = !online.value
  const failed = status === 'failed' ? error : undefined
  // If no figures are known yet, or ever will be (T6), the token list gives the reason.
  const isKnown = fetchedAt !== undefined
  const isShown = isKnown ? isOffline || failed !== undefined : isAlone && failed !== undefined
  return (
    <div className={isShown ? 'alert banner' : undefined}>
      {isShown && <Icon name={isOffline ? 'offline' : 'warn'} />}
      <span>
        {/* Render the live region from the start, so that screen readers announce it. The countdown stays outside. */}
        <span role="status">
          {isShown && (
            <>
              <b>{isOffline ? texts.offline : isKnown ? texts.notUpdated : texts.unavailable}</b>
              {!failed ? texts.lastKnown : !isOffline && explainError(failed)}
            </>
          )}
        </span>
        {isShown && failed && <Times error={failed} fetchedAt={isAlone ? fetchedAt : undefined} />}
      </span>
    </div>
  )
}

interface TimesProps {
  error: ErrorRecord
  /** Absent if the age of the figures is shown elsewhere. */
  fetchedAt: number | undefined
}

/** The age of the figures or of the outage, and the time of the next retry. */
function Times({ error, fetchedAt }: TimesProps) {
  useSignals()
  const { locale = navigator.language } = useViewer()
  const { since } = error.context
  const left = readSecondsTo(getRetryAt(error))
  return (
    <span className="times" aria-live="off">
      {fetchedAt !== undefined ? (
        <span>{formatAge(texts.asOf, fetchedAt, readClock(), locale)}</span>
      ) : (
        typeof since === 'number' && <span>{formatAge(texts.since, since, readClock(), locale)}</span>
      )}
      <span>{left > 0 ? t(texts.nextTry, { n: left }) : texts.trying}</span>
    </span>
  )
}
