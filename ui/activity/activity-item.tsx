/** One thing that happened: a row, and below it the facts when it is open. */
import { computed, effect, type ReadonlySignal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { memo, useLayoutEffect, useMemo, useRef } from 'react'
import type { ActivityRow } from '../../src/core/activity.ts'
import { shortAddress } from '../../src/core/address.ts'
import { type CaipAddress, parseCaipAddress } from '../../src/core/caip.ts'
import type { Network } from '../../src/core/networks.ts'
import { formatMoment } from '../../src/core/time.ts'
import { readClock } from '../clock.ts'
import { Address } from '../components/address.tsx'
import { ButtonLink } from '../components/button.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import type { Place } from '../components/row-window.ts'
import { explorerLink } from '../explorer-link.ts'
import type { List } from '../../src/worker-link/list.ts'
import { useShell } from '../shell-context.ts'
import type { OpenRowState } from './open-row.ts'
import { createRowPainter } from './row-painter.ts'

interface ActivityItemProps {
  place: Place
  list: List<ActivityRow>
  open: OpenRowState
  account: CaipAddress
  network: Network
}

export const ActivityItem = memo(function ActivityItem(props: ActivityItemProps) {
  useSignals()
  const { place, list, open, account, network } = props
  const { row, isOpen } = useMemo(() => {
    const row = computed(() => {
      void list.revision.value
      return list.get(place.index.value)
    })
    return {
      row,
      isOpen: computed(() => row.value !== undefined && row.value.id === open.row.value?.id),
    }
  }, [place, list, open])
  const toggle = () => {
    const { id } = row.peek() ?? {}
    if (id !== undefined) open.toggle(id, place.index.peek())
  }
  return (
    <>
      <ActivityButton row={row} isOpen={isOpen} place={place} onToggle={toggle} />
      {isOpen.value && (
        <Facts row={row.value!} onMeasure={open.setExtra} account={account} network={network} />
      )}
    </>
  )
})

interface ActivityButtonProps {
  row: ReadonlySignal<ActivityRow | undefined>
  isOpen: ReadonlySignal<boolean>
  place: Place
  onToggle(): void
}

/** React makes the button; what is in it is painted. */
function ActivityButton({ row, isOpen, place, onToggle }: ActivityButtonProps) {
  const { locale = navigator.language } = useShell()
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const painter = createRowPainter(button.current!, locale)
    const stop = effect(() => {
      painter.paint(row.value, readClock)
      // A button that waits is hidden, and takes no focus.
      place.setTarget(row.value ? button.current : null)
    })
    return () => {
      place.setTarget(null)
      stop()
      painter.stop()
    }
  }, [row, place, locale])
  useLayoutEffect(
    () =>
      effect(() => {
        button.current!.tabIndex = place.tabIndex.value
        button.current!.ariaExpanded = String(isOpen.value)
      }),
    [place, isOpen],
  )
  return <button type="button" className="rw entry" part="activity" ref={button} onClick={onToggle} />
}

const statuses = {
  confirmed: <span className="good">Confirmed</span>,
  pending: <span className="wait">Not yet confirmed</span>,
  failed: <span className="bad">Failed</span>,
}

interface FactsProps {
  row: ActivityRow
  onMeasure(extra: number): void
  account: CaipAddress
  network: Network
}

function Facts({ row, onMeasure, account, network }: FactsProps) {
  const { locale = navigator.language } = useShell()
  const facts = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => onMeasure(facts.current?.offsetHeight ?? 0), [onMeasure])
  // The own side is known already.
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
      {row.from !== undefined && !isOwn(row.from, account) && <Party label="From" address={row.from} />}
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

function isOwn(address: string, account: CaipAddress): boolean {
  return address.toLowerCase() === parseCaipAddress(account).address.toLowerCase()
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
