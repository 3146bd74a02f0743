/** The total value of the shown accounts, with its age, its change since the last visit, and what it leaves out. */
import { useSignals } from '@preact/signals-react/runtime'
import { shortAddress } from '../../src/core/chains/address.ts'
import { getNetworkId } from '../../src/portfolio/account.ts'
import { addUp, type Change, getChange, isOld, type Part, type Total } from '../../src/portfolio/totals.ts'
import balanceCss from '../account/balance.css?inline'
import { readClock } from '../base/clock.ts'
import { explainError } from '../base/explain-error.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import { formatAge } from '../components/format-age.ts'
import { formatMoney } from '../components/format-money.ts'
import { Icon } from '../components/icon.tsx'
import { formatDate, formatWhen } from './format-when.ts'
import { usePortfolio } from './portfolio-context.ts'
import { texts } from './texts.ts'

addSheet(balanceCss)

const CURRENCY = 'USD'

export function Worth({ parts }: { parts: readonly Part[] }) {
  useSignals()
  const { getSeen } = usePortfolio()
  const now = readClock()
  const total = addUp(parts, now)
  if (total.value === undefined || total.fetchedAt === undefined) return <Unknown total={total} />
  const isPast = total.old.length > 0
  return (
    <>
      <Figure value={total.value} dim={isPast} />
      <Age fetchedAt={total.fetchedAt} isPast={isPast} now={now} />
      <ChangeLine change={getChange(parts, getSeen)} now={now} />
      <Doubts total={total} parts={parts} now={now} />
    </>
  )
}

function Unknown({ total: { unknown } }: { total: Total }) {
  const isReading = unknown.some(({ snapshot }) => snapshot.status === 'loading')
  if (isReading)
    return (
      <div role="status" aria-label={texts.reading}>
        <div className="money">
          <i className="skeleton" />
        </div>
        <p className="age">{texts.reading}</p>
      </div>
    )
  return (
    <>
      <div className="money unknown">{texts.noFigure}</div>
      <p className="age" role="status">
        {texts.notKnown}
      </p>
    </>
  )
}

function Figure({ value, dim }: { value: number; dim: boolean }) {
  const { locale } = usePortfolio()
  const { sign, whole, fraction, suffix, size } = formatMoney(value, CURRENCY, locale)
  return (
    <div className={dim ? 'money dim' : 'money'} style={{ fontSize: size }}>
      <bdi dir="ltr">
        {sign && <span className="currency">{sign}</span>}
        {whole}
        <span className="fraction">{fraction}</span>
        {suffix}
      </bdi>
    </div>
  )
}

interface AgeProps {
  /** Milliseconds since 1970. */
  fetchedAt: number
  isPast: boolean
  now: number
}

function Age({ fetchedAt, isPast, now }: AgeProps) {
  const { locale = navigator.language } = usePortfolio()
  return (
    <p className={isPast ? 'age old' : 'age'}>
      {isPast && <Icon name="clock" size={16} />}
      <span>
        {isPast
          ? t(texts.asOf, { time: formatWhen(fetchedAt, now, locale) })
          : t(texts.updated, { ago: formatAge(texts.ago, fetchedAt, now, locale) })}
      </span>
    </p>
  )
}

function ChangeLine({ change, now }: { change: Change | undefined; now: number }) {
  const { locale = navigator.language } = usePortfolio()
  if (!change) return null
  const time = formatDate(change.since, now, locale)
  if (Math.abs(change.by) < 0.01) return <p className="change">{t(texts.unchanged, { time })}</p>
  const { sign, whole, fraction, suffix } = formatMoney(Math.abs(change.by), CURRENCY, locale)
  const amount = `${change.by > 0 ? '+' : '\u2212'}${sign}${whole}${fraction}${suffix}`
  return <p className={change.by > 0 ? 'change good' : 'change'}>{t(texts.since, { amount, time })}</p>
}

/** Says which networks and tokens the total leaves out, and which balances are older than the others. */
function Doubts({ total, parts, now }: { total: Total; parts: readonly Part[]; now: number }) {
  const { networks, locale = navigator.language } = usePortfolio()
  const addresses = new Set(parts.map(({ account }) => account.slice(account.lastIndexOf(':') + 1)))
  const nameOf = ({ account }: Part) => {
    const id = getNetworkId(account)
    const network = networks.find(({ caipNetworkId }) => caipNetworkId === id)?.name ?? id
    if (addresses.size < 2) return network
    return t(texts.placeOf, { network, account: shortAddress(account.slice(account.lastIndexOf(':') + 1)) })
  }
  const isMixed = total.old.length > 0 && parts.length > 1
  const lines = [
    ...total.unknown.map((part) => {
      const { error } = part.snapshot
      const place = nameOf(part)
      return error ? t(texts.missingWhy, { place, why: explainError(error) }) : t(texts.missing, { place })
    }),
    ...(total.unpriced > 0 ? [t(texts.unpriced, { n: total.unpriced })] : []),
    ...parts.flatMap((part) => {
      const { fetchedAt } = part.snapshot
      if (!isMixed || fetchedAt === undefined || !isOld(part.snapshot, now)) return []
      return [t(texts.oldPart, { place: nameOf(part), time: formatWhen(fetchedAt, now, locale) })]
    }),
  ]
  if (lines.length === 0) return null
  return (
    <ul className="doubts">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
