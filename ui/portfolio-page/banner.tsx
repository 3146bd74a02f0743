/** Says that the shown data is out of date, and when the next retry comes. The button retries at once. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { Part } from '../../src/portfolio/totals.ts'
import { readSecondsTo } from '../base/clock.ts'
import { getRetryAt } from '../base/explain-error.ts'
import { t } from '../base/texts.ts'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { usePortfolio } from './portfolio-context.ts'
import { texts } from './texts.ts'
import { addSheet } from '../base/sheets.ts'
import css from './banner.css?inline'

addSheet(css)

/** The lists of an account to fetch again. */
const LISTS = ['portfolio', 'activity', 'nfts'] as const

export function Banner({ parts }: { parts: readonly Part[] }) {
  useSignals()
  const { online, call } = usePortfolio()
  const [isBusy, setBusy] = useState(false)
  const isOffline = !online.value
  const failed = parts.filter(({ snapshot }) => snapshot.status === 'failed')
  if (!isOffline && failed.length === 0) return <div role="status" />
  const hasKept = parts.some(({ snapshot }) => snapshot.fetchedAt !== undefined)
  async function retry(): Promise<void> {
    setBusy(true)
    // Ignores failures, since each list shows its own. After a failure, the balance is requested only when its pause
    // has ended.
    await Promise.allSettled(
      parts.flatMap(({ account }) =>
        LISTS.filter((topic) => topic === 'portfolio' || account.startsWith('eip155:')).map((topic) =>
          call('refresh', { topic, params: { account } }),
        ),
      ),
    )
    setBusy(false)
  }
  return (
    <div className="page-banner">
      <Icon name={isOffline ? 'offline' : 'warn'} />
      <span className="page-banner-words">
        <span role="status">
          <b>{isOffline ? texts.offline : texts.notAnswered}</b> {hasKept && texts.kept}
        </span>
        {failed.length > 0 && <NextTry failed={failed} />}
      </span>
      <Button small busy={isBusy} onClick={() => void retry()}>
        {texts.tryNow}
      </Button>
    </div>
  )
}

function NextTry({ failed }: { failed: readonly Part[] }) {
  useSignals()
  const times = failed.flatMap(({ snapshot }) => getRetryAt(snapshot.error) ?? [])
  const left = readSecondsTo(times.length > 0 ? Math.min(...times) : undefined)
  return (
    <span className="page-banner-next" aria-live="off">
      {left > 0 ? t(texts.nextTry, { n: left }) : texts.trying}
    </span>
  )
}
