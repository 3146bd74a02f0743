/** One thing that happened: a row, and below it the facts when it is open. */
import { memo, useLayoutEffect, useRef } from 'react'
import type { ActivityRow } from '../../src/core/activity.ts'
import { isEvmAddress, shortAddress } from '../../src/core/address.ts'
import type { Network } from '../../src/core/networks.ts'
import { formatAge, formatMoment } from '../../src/core/time.ts'
import { Address } from '../components/address.tsx'
import { ButtonLink } from '../components/button.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { explorerLink } from '../explorer-link.ts'
import { useShell } from '../shell-context.ts'
import { useNow } from '../use-now.ts'
import { kindMessages } from './messages.ts'

interface ActivityItemProps {
  row: ActivityRow
  index: number
  tabIndex: 0 | -1
  open: boolean
  onToggle(id: string, index: number): void
  /** Height of the facts in px, once they are drawn. */
  onMeasure(height: number): void
  network: Network
}

export const ActivityItem = memo(function ActivityItem(props: ActivityItemProps) {
  const { row, index, tabIndex, open, onToggle } = props
  const { kind, status, amounts } = row
  const { locale = navigator.language } = useShell()
  const words = kindMessages[kind]
  const [first, second] = amounts
  const isIn = first?.direction === 'in'
  const name = first?.text.split('\u00a0').at(-1) ?? row.party?.name ?? words.confirmed
  return (
    <>
      <button
        type="button"
        className="rw asset"
        part="activity"
        tabIndex={tabIndex}
        aria-expanded={open}
        onClick={() => onToggle(row.id, index)}
      >
        <span className={`tm ${status}`}>
          <Mark name={name} url={row.iconUrl} size={36} shape={row.nft ? 'square' : 'round'} />
          <span className={isIn && status === 'confirmed' ? 'bdg in' : 'bdg'}>
            <Icon name={status === 'failed' ? 'close' : words.icon} size={12} />
          </span>
        </span>
        <span className="tx">
          <bdi className="a">{getTitle(row)}</bdi>
          <span className="b by" title={row.party?.name}>
            <Description row={row} locale={locale} />
          </span>
        </span>
        {first && (
          <span className={`e ${status}`}>
            <bdi className={isIn ? 'a in' : 'a'} dir="auto" title={first.full ?? first.text}>
              {first.text}
            </bdi>
            {status === 'pending' ? (
              <span className="b wait">Not yet confirmed</span>
            ) : (
              <bdi className="b">{second?.text ?? first.value ?? (row.nft ? 'NFT' : '')}</bdi>
            )}
          </span>
        )}
      </button>
      {open && <Facts {...props} />}
    </>
  )
})

function getTitle({ kind, status, party }: ActivityRow): string {
  const words = kindMessages[kind][status]
  return status === 'pending' && party ? `${words} ${party.kind} ${shortName(party.name)}` : words
}

/** The name gives way to the date where both do not fit. */
function Description({ row, locale }: { row: ActivityRow; locale: string }) {
  const { party, date, status, minedAt, future } = row
  if (future) return 'Ahead of this device’s clock'
  if (status === 'pending' && minedAt !== undefined) return <Submitted at={minedAt} locale={locale} />
  if (!party) return date
  return (
    <>
      <bdi>{sayParty(party)}</bdi>
      {date && `\u00a0· ${date}`}
    </>
  )
}

function Submitted({ at, locale }: { at: number; locale: string }) {
  return `Submitted ${formatAge(at, useNow(10_000), { locale })}`
}

/** The title says already that money came or went: an address stands alone, so that it fits beside the date. */
function sayParty({ kind, name }: NonNullable<ActivityRow['party']>): string {
  const short = shortName(name)
  return short.startsWith('0x') ? short : `${kind} ${short}`
}

function shortName(name: string): string {
  return isEvmAddress(name) ? shortAddress(name) : name
}

const statuses = {
  confirmed: <span className="good">Confirmed</span>,
  pending: <span className="wait">Not yet confirmed</span>,
  failed: <span className="bad">Failed</span>,
}

function Facts({ row, network, onMeasure }: ActivityItemProps) {
  const { locale = navigator.language } = useShell()
  const facts = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => onMeasure(facts.current?.offsetHeight ?? 0), [onMeasure])
  // Of a transfer, the own side is known already.
  const direction = row.amounts.length === 1 ? row.amounts[0]?.direction : undefined
  const explorer = row.hash && explorerLink(network, 'tx', row.hash)
  return (
    <div className="facts" ref={facts}>
      <dl className="kv">
        <dt>Status</dt>
        <dd>{statuses[row.status]}</dd>
        <dt>Time</dt>
        <dd>
          <bdi dir="ltr">
            {row.minedAt === undefined ? 'Unknown date' : formatMoment(row.minedAt, { locale })}
          </bdi>
        </dd>
        {row.amounts.map(
          ({ direction, full }) =>
            // Nothing changed hands where it failed or stayed with the same person.
            full !== undefined &&
            row.status !== 'failed' &&
            direction !== 'self' && (
              <div key={direction}>
                <dt>{direction === 'in' ? 'Got' : 'Gave'}</dt>
                <dd>
                  <bdi dir="ltr">{full}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
      {row.from !== undefined && direction !== 'out' && <Party label="From" address={row.from} />}
      {row.to !== undefined && direction !== 'in' && <Party label="To" address={row.to} />}
      {row.contract !== undefined && direction !== 'in' && <Party label="Contract" address={row.contract} />}
      {row.hash !== undefined && (
        <div className="party">
          <div className="line">
            <span>Transaction</span>
            <bdi className="mono" title={row.hash}>
              {shortAddress(row.hash)}
            </bdi>
            <CopyButton text={row.hash} what="Transaction hash" />
          </div>
        </div>
      )}
      {explorer && (
        <ButtonLink small icon="external" href={explorer}>
          Explorer
        </ButtonLink>
      )}
    </div>
  )
}

function Party({ label, address }: { label: string; address: string }) {
  return (
    <div className="party">
      <div className="line">
        <span>{label}</span>
        <CopyButton text={address} what="Address" />
      </div>
      <Address address={address} />
    </div>
  )
}
