/**
 * Says what failed, since when, and when the next try comes. The last known figures stay below it. Without a button: no
 * balance is asked for before that try (T6).
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
  /** Neither the balance's age nor the list of tokens is shown below it. */
  isAlone: boolean
}

export function ConnectionBanner({ account, isAlone }: ConnectionBannerProps) {
  useSignals()
  const { online, topic } = useViewer()
  const { error, status, fetchedAt } = topic('portfolio', { account }).value
  const isOffline = !online.value
  const failed = status === 'failed' ? error : undefined
  // Where nothing is known yet, or ever (T6), the list of tokens says why.
  const isKnown = fetchedAt !== undefined
  const isShown = isKnown ? isOffline || failed !== undefined : isAlone && failed !== undefined
  return (
    <div className={isShown ? 'alert banner' : undefined}>
      {isShown && <Icon name={isOffline ? 'offline' : 'warn'} />}
      <span>
        {/* There from the start, or nobody is told of what comes; what changes by the second stands beside it. */}
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
  /** Absent where the age of the figures stands beside them. */
  fetchedAt: number | undefined
}

/** How old the figures are or since when it fails, and when the next try comes. */
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
