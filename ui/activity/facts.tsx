/** The facts of an open row: all known details of its transaction. */
import { useLayoutEffect, useRef } from 'react'
import type { ActivityRow, Approval, TransactionFacts } from '../../src/core/assets/activity.ts'
import { shortAddress } from '../../src/core/chains/address.ts'
import { formatFull } from '../../src/core/text/amount.ts'
import { formatUnit } from '../money/format-amount.ts'
import { formatQuote } from '../money/format-quote.ts'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import type { Network } from '../../src/core/chains/networks.ts'
import { formatMoment } from '../../src/core/text/time.ts'
import { Address } from '../components/whole-address.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { Fact } from '../components/fact.tsx'
import { Icon } from '../components/icon.tsx'
import { explorerLink } from '../../src/core/chains/explorer-link.ts'
import { addSheet } from '../base/sheets.ts'
import { useViewer } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import { watchSize } from '../base/watch-size.ts'
import css from './facts.css?inline'
import { texts } from './texts.ts'
import { useTransactionFacts } from './use-transaction-facts.ts'

addSheet(css)

interface FactsProps {
  row: ActivityRow
  account: CaipAddress
  network: Network
  onMeasure(extra: number): void
}

export function Facts({ row, account, network, onMeasure }: FactsProps) {
  const details = useTransactionFacts(account, row)
  const facts = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = facts.current!
    const measure = () => onMeasure(element.offsetHeight)
    measure()
    return watchSize(element, measure)
  }, [onMeasure])
  const explorer = row.hash && explorerLink(network, 'tx', row.hash)
  const parties = getParties({ row, details, account })
  const isBrief = ({ address }: PartyFact) => !address || isOwn(account, address)
  return (
    <div className="facts" ref={facts} aria-busy={!details}>
      <dl className="fact-list">
        <Outcome row={row} details={details} />
        {(row.kind === 'approved' || details?.approval) && <CapFact details={details} />}
        {isOwn(account, details?.signer ?? row.from) && <Fee row={row} details={details} network={network} />}
        {parties.filter(isBrief).map(({ name, address }) => (
          <Fact key={name} name={name}>
            {address ? texts.you : texts.notKnown}
          </Fact>
        ))}
      </dl>
      {parties.map((party) => !isBrief(party) && <Party key={party.name} {...party} />)}
      {!details && Array.from({ length: countAwaited(row) }, (_, index) => <PartyBone key={index} />)}
      {row.hash !== undefined && (
        <div className="party">
          <div className="line">
            <span>{texts.transaction}</span>
            <bdi className="mono" title={row.hash}>
              {shortAddress(row.hash)}
            </bdi>
            <CopyButton text={row.hash} what="hash" />
            {explorer && (
              <a
                className="icon-button small"
                part="icon-button"
                href={explorer}
                target="_blank"
                rel="noopener noreferrer"
                aria-label={texts.explorer}
                title={texts.explorer}
              >
                <Icon name="external" size={18} />
              </a>
            )}
          </div>
        </div>
      )}
    </div>
  )
}

interface PartProps {
  row: ActivityRow
  /** The facts from the node; undefined while they load. */
  details: TransactionFacts | undefined
}

/** Status, time and amounts. */
function Outcome({ row, details }: PartProps) {
  const { locale = navigator.language } = useViewer()
  // Prefer the node's facts: they arrive earlier than the history's, and are more reliable.
  const status = details?.status ?? row.status
  const time = details?.minedAt ?? row.minedAt
  return (
    <>
      <Fact name={texts.status}>
        <span className={statusClasses[status]}>{texts.statuses[status]}</span>
      </Fact>
      <Fact name={texts.time}>
        {time === undefined ? texts.unknownDate : <bdi dir="ltr">{formatMoment(time, { locale })}</bdi>}
      </Fact>
      {row.amounts.map(
        ({ direction, full }) =>
          // A transaction that failed, or that went to its own sender, moved no amount.
          full !== undefined &&
          status !== 'failed' &&
          direction !== 'self' && (
            <Fact key={direction} name={direction === 'in' ? texts.received : texts.paid}>
              <bdi dir="ltr">{full}</bdi>
            </Fact>
          ),
      )}
    </>
  )
}

const statusClasses = { confirmed: 'good', pending: 'wait', failed: 'bad' } as const

function CapFact({ details }: Pick<PartProps, 'details'>) {
  return (
    <Fact name={texts.cap}>
      {details ? <bdi dir="auto">{formatCap(details.approval)}</bdi> : <i className="skeleton fact-bone" />}
    </Fact>
  )
}

function formatCap({ limit, symbol }: Partial<Approval> = {}): string {
  switch (limit?.kind) {
    case 'unlimited':
      return symbol ? t(texts.unlimitedOf, { symbol }) : texts.unlimited
    case 'none':
      return texts.noLimit
    case 'all':
      return texts.everyNft
    case 'nft':
      return t(texts.oneNft, { id: limit.tokenId })
    case 'amount': {
      const amount = formatFull(limit.amount, limit.decimals)
      return symbol ? t(texts.amountOf, { amount, symbol }) : amount
    }
    default:
      return texts.notKnown
  }
}

function Fee({ row, details, network }: PartProps & { network: Network }) {
  const { locale } = useViewer()
  const { decimals, symbol } = network.nativeCurrency
  const isMined = (details?.status ?? row.status) !== 'pending'
  if (!isMined) return null
  return (
    <Fact name={texts.networkFee}>
      {!details ? (
        <i className="skeleton fact-bone" />
      ) : details.fee === undefined ? (
        texts.notKnown
      ) : (
        <bdi dir="ltr" title={formatUnit(formatFull(details.fee, decimals), symbol)}>
          {formatUnit(formatQuote(formatFull(details.fee, decimals), locale), symbol)}
        </bdi>
      )}
    </Fact>
  )
}

/** Somebody who takes part in the transaction, such as the sender or the receiver. */
interface PartyFact {
  name: string
  /** Undefined if the party's address is unknown. */
  address: string | undefined
}

interface PartiesOptions extends PartProps {
  account: CaipAddress
}

function getParties({ row, details, account }: PartiesOptions): PartyFact[] {
  // The receiver of a received transaction is this account.
  const receiver = row.kind === 'received' ? account.split(':')[2] : undefined
  if (!details) {
    const known = [
      { name: texts.from, address: row.from },
      { name: texts.to, address: receiver },
    ]
    return known.filter(({ address }) => address)
  }
  const from = details.from ?? details.signer ?? row.from
  const to = details.to ?? (details.approval ? undefined : (receiver ?? row.to))
  const contract = getContract(row, details)
  const isReceiverMissing = row.kind === 'sent' && to === undefined && contract === undefined
  const parties: PartyFact[] = [
    { name: texts.from, address: from },
    { name: texts.signedBy, address: details.signer === from ? undefined : details.signer },
    { name: texts.to, address: to },
    { name: texts.spender, address: details.approval?.spender },
    { name: texts.tokenContract, address: details.token },
    { name: texts.contract, address: contract },
  ]
  return parties.filter(({ name, address }) => address ?? (name === texts.to && isReceiverMissing))
}

/**
 * The contract that the transaction called. If the node did not answer, the history's contract is shown only if it
 * cannot be a person's address.
 */
function getContract({ kind, contract }: ActivityRow, details: TransactionFacts): string | undefined {
  const known = details.contract ?? details.token ?? details.to
  return known || kind === 'sent' ? details.contract : contract
}

function Party({ name, address }: PartyFact) {
  return (
    address !== undefined && (
      <div className="party">
        <div className="line">
          <span>{name}</span>
          <CopyButton text={address} what="address" />
        </div>
        <Address address={address} />
      </div>
    )
  )
}

/** Number of parties that the node's answer will probably add. */
function countAwaited({ kind, contract }: ActivityRow): number {
  if (kind === 'approved') return 2
  return (kind === 'sent' ? 1 : 0) + (contract === undefined ? 0 : 1)
}

/** The placeholder of a party while the facts load. */
function PartyBone() {
  return (
    <div className="party" aria-hidden="true">
      <div className="line">
        <i className="skeleton fact-bone" />
        <i className="icon-button small" />
      </div>
      <i className="skeleton address-bone" />
    </div>
  )
}

function isOwn(account: CaipAddress, address: string | undefined): boolean {
  return address !== undefined && account.endsWith(`:${address.toLowerCase()}`)
}
