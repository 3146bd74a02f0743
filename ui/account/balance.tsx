/** Shows the value of the account, with its age. */
import { useSignals } from '@preact/signals-react/runtime'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { getOwnBalance, type PortfolioHead } from '../../src/core/assets/portfolio.ts'
import type { Snapshot } from '../../src/core/contract/protocol.ts'
import { readClock } from '../base/clock.ts'
import { Icon } from '../components/icon.tsx'
import { addSheet } from '../base/sheets.ts'
import { useViewer } from '../base/shell-context.ts'
import { useOverdue } from '../base/use-overdue.ts'
import css from './balance.css?inline'
import { formatMoney } from '../components/format-money.ts'
import { Reload } from './reload.tsx'
import { formatAge } from '../components/format-age.ts'
import { texts } from './texts.ts'

addSheet(css)

/** A value older than this is marked as old, whatever its status. Milliseconds. */
const OLD = 60_000

export function Balance({ account }: { account: CaipAddress }) {
  useSignals()
  const snapshot = useViewer().topic('portfolio', { account }).value
  const overdue = useOverdue(snapshot.status === 'loading' ? account : undefined)
  const now = readClock()
  // If no request has ever succeeded, the balance is unknown, for example on an unsupported network.
  if (!snapshot.data || snapshot.fetchedAt === undefined) {
    if (snapshot.status === 'failed') return <Unknown text={texts.balanceNotKnown} />
    if (overdue) return <Unknown text={texts.noAnswerYet} />
    return (
      <div role="status" aria-label={texts.readingBalances}>
        <div className="money">
          <i className="skeleton" />
        </div>
        <p className="age">{texts.readingBalancesNow}</p>
      </div>
    )
  }
  return (
    <>
      <Figure head={snapshot.data} dim={isOld(snapshot, now)} />
      <Age account={account} snapshot={snapshot} now={now} />
    </>
  )
}

/** The value in one small line, for the space above a long list. */
export function BalanceLine({ account }: { account: CaipAddress }) {
  useSignals()
  const { locale, topic } = useViewer()
  const { data } = topic('portfolio', { account }).value
  if (!data) return null
  const { value } = data
  if (value === undefined || data.named !== undefined) {
    const own = getOwnBalance(data)
    const amount = own && `${own.text}\u00a0${own.symbol}`
    return amount ? <bdi className="row-detail">{amount}</bdi> : null
  }
  const { sign, whole, fraction, suffix } = formatMoney(value, data.currency, locale)
  const text = sign + whole + fraction + suffix
  return (
    <bdi className="row-detail" dir="ltr">
      {text}
    </bdi>
  )
}

function Unknown({ text }: { text: string }) {
  return (
    <>
      <div className="money unknown" aria-label={texts.balanceUnknown}>
        {texts.noFigure}
      </div>
      <p className="age" role="status">
        {text}
      </p>
    </>
  )
}

function Figure({ head, dim }: { head: PortfolioHead; dim: boolean }) {
  const { locale } = useViewer()
  const className = dim ? 'money dim' : 'money'
  if (head.named !== undefined || (head.value === undefined && head.unverifiedFrom > 0)) {
    // If the page names a token as the balance, or no token has a price, show the amount of a token instead of a false
    // $0.
    const own = getOwnBalance(head)
    return (
      <div className={className} style={{ fontSize: 34 }} title={own && `${own.full} ${own.symbol}`}>
        {own ? (
          <bdi>
            {own.text}
            <span className="symbol">{own.symbol}</span>
          </bdi>
        ) : head.named === null ? (
          texts.noFigure
        ) : (
          texts.noPrice
        )}
      </div>
    )
  }
  const { sign, whole, fraction, suffix, size } = formatMoney(head.value ?? 0, head.currency, locale)
  return (
    <div className={className} style={{ fontSize: size }}>
      <bdi dir="ltr">
        {sign && <span className="currency">{sign}</span>}
        {whole}
        <span className="fraction">{fraction}</span>
        {suffix}
      </bdi>
    </div>
  )
}

function Age({
  account,
  snapshot,
  now,
}: {
  account: CaipAddress
  snapshot: Snapshot<PortfolioHead>
  now: number
}) {
  const { locale = navigator.language } = useViewer()
  const { fetchedAt } = snapshot
  if (fetchedAt === undefined) return <p className="age" />
  const isPast = isOld(snapshot, now)
  const age = formatAge(isPast ? texts.asOf : texts.updated, fetchedAt, now, locale)
  return (
    <div className={isPast ? 'age old' : 'age'}>
      {isPast && <Icon name="clock" size={16} />}
      <span>{age}</span>
      {snapshot.status !== 'failed' && <Reload account={account} />}
    </div>
  )
}

function isOld({ status, fetchedAt = 0 }: Snapshot<PortfolioHead>, now: number): boolean {
  return status === 'failed' || (status !== 'fresh' && now - fetchedAt >= OLD)
}
