/** What an opened row says: all that is known of one transaction, in whole. */
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { ActivityRow } from '../../src/core/activity.ts'
import { shortAddress } from '../../src/core/address.ts'
import { type CaipAddress, parseCaipAddress } from '../../src/core/caip.ts'
import type { Network } from '../../src/core/networks.ts'
import { formatMoment } from '../../src/core/time.ts'
import { Address } from '../components/address.tsx'
import { ButtonLink } from '../components/button.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { explorerLink } from '../explorer-link.ts'
import { addSheet } from '../sheets.ts'
import { useShell } from '../shell-context.ts'
import css from './facts.css?inline'
import { texts } from './texts.ts'

addSheet(css)

interface FactsProps {
  row: ActivityRow
  onMeasure(extra: number): void
  account: CaipAddress
  network: Network
}

export function Facts({ row, onMeasure, account, network }: FactsProps) {
  const { locale = navigator.language } = useShell()
  const facts = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => onMeasure(facts.current?.offsetHeight ?? 0), [onMeasure])
  // The own side is known already.
  const direction = row.amounts.length === 1 ? row.amounts[0]?.direction : undefined
  const explorer = row.hash && explorerLink(network, 'tx', row.hash)
  return (
    <div className="facts" ref={facts}>
      <dl className="kv">
        <Fact name={texts.status}>
          <span className={statusClasses[row.status]}>{texts.statuses[row.status]}</span>
        </Fact>
        <Fact name={texts.time}>
          {row.minedAt === undefined ? (
            texts.unknownDate
          ) : (
            <bdi dir="ltr">{formatMoment(row.minedAt, { locale })}</bdi>
          )}
        </Fact>
        {row.amounts.map(
          ({ direction, full }) =>
            // Nothing changed hands where it failed or stayed with the same person.
            full !== undefined &&
            row.status !== 'failed' &&
            direction !== 'self' && (
              <Fact key={direction} name={direction === 'in' ? texts.received : texts.paid}>
                <bdi dir="ltr">{full}</bdi>
              </Fact>
            ),
        )}
      </dl>
      {row.from !== undefined && !isOwn(row.from, account) && <Party label={texts.from} address={row.from} />}
      {row.to !== undefined && direction !== 'in' && <Party label={texts.to} address={row.to} />}
      {row.contract !== undefined && direction !== 'in' && (
        <Party label={texts.contract} address={row.contract} />
      )}
      {row.hash !== undefined && (
        <div className="party">
          <div className="line">
            <span>{texts.transaction}</span>
            <bdi className="mono" title={row.hash}>
              {shortAddress(row.hash)}
            </bdi>
            <CopyButton text={row.hash} what={texts.transactionHash} />
          </div>
        </div>
      )}
      {explorer && (
        <ButtonLink small icon="external" href={explorer}>
          {texts.explorer}
        </ButtonLink>
      )}
    </div>
  )
}

function isOwn(address: string, account: CaipAddress): boolean {
  return address.toLowerCase() === parseCaipAddress(account).address.toLowerCase()
}

const statusClasses = { confirmed: 'good', pending: 'wait', failed: 'bad' } as const

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Party({ label, address }: { label: string; address: string }) {
  return (
    <div className="party">
      <div className="line">
        <span>{label}</span>
        <CopyButton text={address} what={texts.address} />
      </div>
      <Address address={address} />
    </div>
  )
}
