/** One activity row. If the row is open, the facts of the transaction are below it. */
import { computed, effect, type ReadonlySignal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { memo, useLayoutEffect, useMemo, useRef } from 'react'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import type { Network } from '../../src/core/chains/networks.ts'
import { readClock } from '../base/clock.ts'
import type { Slot } from '../lists/row-window.ts'
import { useViewer } from '../base/shell-context.ts'
import { Facts } from './facts.tsx'
import type { OpenRowState } from './open-row.ts'
import { createRowPainter } from './row-painter.ts'
import type { ShownRow, ShownRows } from './shown-rows.ts'

interface ActivityItemProps {
  slot: Slot
  rows: ShownRows
  open: OpenRowState
  account: CaipAddress
  network: Network
}

export const ActivityItem = memo(function ActivityItem(props: ActivityItemProps) {
  useSignals()
  const { slot, rows, open, account, network } = props
  const { router } = useViewer()
  const { row, isOpen } = useMemo(() => {
    const row = computed(() => {
      void rows.revision.value
      return rows.get(slot.index.value)
    })
    return {
      row,
      isOpen: computed(() => row.value !== undefined && row.value.id === open.row.value?.id),
    }
  }, [slot, rows, open])
  const toggle = () => {
    const { id, sent } = row.peek() ?? {}
    if (id === undefined) return
    // A payment sent from here has a view of its own, with more details than the node returns.
    if (sent === 'unknown') router.push('UnknownPayment', { account, id })
    else if (sent) router.push('SentPayment', { account, hash: id })
    else open.toggle(id, slot.index.peek())
  }
  return (
    <>
      <ActivityButton row={row} isOpen={isOpen} slot={slot} onToggle={toggle} />
      {isOpen.value && (
        // The key contains the status, so that the facts are fetched again when a pending transaction is mined.
        <Facts
          key={row.value!.status}
          row={row.value!}
          account={account}
          network={network}
          onMeasure={open.setExtra}
        />
      )}
    </>
  )
})

interface ActivityButtonProps {
  row: ReadonlySignal<ShownRow | undefined>
  isOpen: ReadonlySignal<boolean>
  slot: Slot
  onToggle(): void
}

/** React renders only the button; `row-painter.ts` draws its content. */
function ActivityButton({ row, isOpen, slot, onToggle }: ActivityButtonProps) {
  const { locale = navigator.language } = useViewer()
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const painter = createRowPainter(button.current!, locale)
    const stop = effect(() => {
      painter.paint(row.value, readClock)
      // While the row loads, the button is hidden and cannot take the focus.
      slot.setTarget(row.value ? button.current : null)
    })
    return () => {
      slot.setTarget(null)
      stop()
      painter.stop()
    }
  }, [row, slot, locale])
  useLayoutEffect(
    () =>
      effect(() => {
        button.current!.tabIndex = slot.tabIndex.value
        // The row of a sent payment opens another view and expands nothing, so it has no expanded state.
        button.current!.ariaExpanded = row.value?.sent ? null : String(isOpen.value)
      }),
    [row, slot, isOpen],
  )
  return <button type="button" className="row entry" part="activity" ref={button} onClick={onToggle} />
}
