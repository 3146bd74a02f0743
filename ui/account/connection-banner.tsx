/**
 * Says what failed, since when, and when the next retry comes. The last known values stay below. There is no retry
 * button, since no balance is requested before that time (T6).
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
  /** Whether the banner stands alone: the balance's age and the token list are not on screen. */
  isAlone: boolean
}

export function ConnectionBanner({ account, isAlone }: ConnectionBannerProps) {
  useSignals()
  const { online, topic } = useViewer()
  const { error, status, fetchedAt } = topic('portfolio', { account }).value
  const isOffline = !online.value
  const failed = status === 'failed' ? error : undefined
  // Before the first balance, the token list gives the reason of a failure. Then show the banner only if that list is
  // not on screen (T6).
  const isKnown = fetchedAt !== undefined
  const isShown = isKnown ? isOffline || failed !== undefined : isAlone && failed !== undefined
  return (
    <div className={isShown ? 'alert banner' : undefined}>
      {isShown && <Icon name={isOffline ? 'offline' : 'warn'} />}
      <span>
        {/* Render the live region from the start, so that screen readers announce a failure. Keep the countdown out
            of it, since screen readers would repeat it each second. */}
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
  /** Time of the last balance; absent if its age is shown elsewhere. */
  fetchedAt: number | undefined
}

/** The age of the balance, or how long the failure has lasted; and the time of the next retry. */
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
