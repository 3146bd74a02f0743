/** One thing that happened: a row, and below it the facts when it is open. */
import { computed, effect, type ReadonlySignal } from '@preact/signals-react'
import { useSignals } from '@preact/signals-react/runtime'
import { memo, useLayoutEffect, useMemo, useRef } from 'react'
import type { ActivityRow } from '../../src/core/activity.ts'
import type { CaipAddress } from '../../src/core/caip.ts'
import type { Network } from '../../src/core/networks.ts'
import { readClock } from '../clock.ts'
import type { Place } from '../components/row-window.ts'
import type { List } from '../../src/worker-link/list.ts'
import { useShell } from '../shell-context.ts'
import { Facts } from './facts.tsx'
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
        // What was pending is another thing to ask about when it is mined.
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
  return <button type="button" className="row entry" part="activity" ref={button} onClick={onToggle} />
}
