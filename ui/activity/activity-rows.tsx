/** Activity rows, grouped by month. At most one row is open. */
import { useSignals } from '@preact/signals-react/runtime'
import { createElement, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import type { PanelProps } from '../account/panel-props.ts'
import { createRowLayout } from '../lists/row-layout.ts'
import { findNear, type IdOf, type Slot } from '../lists/row-window.ts'
import { ListContext } from '../lists/list-context.ts'
import type { Jump } from '../lists/window-list.tsx'
import { ActivityItem } from './activity-item.tsx'
import { GroupHead } from './group-head.tsx'
import { createOpenRow, type OpenRow } from './open-row.ts'
import type { ShownGroup, ShownRows } from './shown-rows.ts'

const ROW = 60
const HEAD = 38

export interface ActivityRowsProps extends PanelProps {
  label: string
  rows: ShownRows
  groups: readonly ShownGroup[]
  jump: Jump | undefined
  /** @param section index of the section at the top of the view */
  onSection(section: number): void
  foot: ReactNode
  /** @param to index of the row after the last one in view */
  onView?(to: number): void
}

export function ActivityRows(props: ActivityRowsProps) {
  useSignals()
  const list = useContext(ListContext)
  const { label, rows, groups, jump, onSection, foot, account, network, onView } = props
  const sections = useMemo(() => groups.map(({ count }) => ({ head: HEAD, rows: count })), [groups])
  const [open] = useState(() => createOpenRow())
  const layout = useMemo(() => createRowLayout(sections, ROW, undefined), [sections])

  const onRows = useCallback(
    (from: number, to: number, ahead: 1 | -1) => {
      rows.show(from, to, ahead)
      onSection(layout.sectionOf(from))
      onView?.(to)
    },
    [rows, layout, onSection, onView],
  )
  const idOf = useCallback(
    (index: number) => {
      void rows.revision.value
      return rows.get(index)?.id
    },
    [rows],
  )
  const renderRow = useCallback(
    (slot: Slot) => <ActivityItem slot={slot} rows={rows} open={open} account={account} network={network} />,
    [rows, open, account, network],
  )
  const opened = useOpenRow(open.row.value, idOf)
  const renderHead = (at: number) => <GroupHead group={groups[at]} />
  return createElement(list, {
    label,
    sections,
    rowHeight: ROW,
    idOf,
    open: opened,
    jump,
    renderHead,
    renderRow,
    onView: onRows,
    foot,
  })
}

/** The open row at its current index, since new rows may have moved it. */
function useOpenRow(open: OpenRow | undefined, idOf: IdOf): { index: number; extra: number } | undefined {
  const index = open && findNear(open.index, (at) => idOf(at) === open.id)
  const extra = open?.extra
  return useMemo(
    () => (index === undefined || extra === undefined ? undefined : { index, extra }),
    [index, extra],
  )
}
