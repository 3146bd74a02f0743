/** What happened on an account: pending first, then by month, then what has no date. */
import { useSignals } from '@preact/signals-react/runtime'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { ActivityGroup, ActivityHead, ActivityRow } from '../../src/core/activity.ts'
import type { ErrorRecord } from '../../src/core/errors.ts'
import { PAGE_SIZE } from '../../src/core/list.ts'
import type { PanelProps } from '../account/panel-props.ts'
import { Button } from '../components/button.tsx'
import { ListPanel, PullTrouble } from '../components/list-panel.tsx'
import { Spinner } from '../components/spinner.tsx'
import type { Place } from '../components/row-window.ts'
import { WindowList } from '../components/window-list.tsx'
import { explainError } from '../explain-error.ts'
import { useShell } from '../shell-context.ts'
import type { List } from '../../src/worker-link/list.ts'
import { useList } from '../use-list.ts'
import { ActivityItem } from './activity-item.tsx'
import { monthTitle } from './messages.ts'
import { createOpenRow, type OpenRow } from './open-row.ts'

const ROW = 60
const HEAD = 38

export function Activity({ account, network }: PanelProps) {
  return (
    <ListPanel
      name="activity"
      account={account}
      reading="Reading activity"
      failed="Failed to fetch transactions"
      empty={{
        title: 'No activity yet',
        text: `Nothing has moved on this address on ${network.name}. Other networks may tell more.`,
      }}
    >
      {(head, error, retry) => (
        <ActivityList head={head} error={error} retry={retry} account={account} network={network} />
      )}
    </ListPanel>
  )
}

interface ActivityListProps extends PanelProps {
  head: ActivityHead
  error: ErrorRecord | undefined
  retry(): void
}

function ActivityList({ head, error, retry, account, network }: ActivityListProps) {
  useSignals()
  const shell = useShell()
  const list = useList('activity', account)
  const { groups, next, total } = head
  const sections = useMemo(() => groups.map(({ count }) => ({ head: HEAD, rows: count })), [groups])
  const [open] = useState(() => createOpenRow())
  /** The cursor that was asked for last: a page is asked for once. */
  const askedFor = useRef<string | null>(null)

  const onView = useCallback(
    (from: number, to: number, ahead: 1 | -1) => {
      list.show(from, to, ahead)
      // After a failure the same cursor may come back, and may be asked for again.
      if (next === null) askedFor.current = null
      if (next === null || askedFor.current === next || to < total - PAGE_SIZE) return
      askedFor.current = next
      shell.call('more', { account }).catch(() => (askedFor.current = null))
    },
    [shell, list, account, next, total],
  )
  const retryOlder = () => {
    shell.call('more', { account }).catch(() => {})
    retry()
  }
  const renderRow = useCallback(
    (place: Place) => <ActivityItem place={place} list={list} open={open} network={network} />,
    [list, open, network],
  )

  return (
    <>
      <WindowList
        label="Activity"
        sections={sections}
        rowHeight={ROW}
        ground="lines"
        open={useOpenRow(open.row.value, list)}
        renderHead={(section) => <GroupHead group={groups[section]} />}
        renderRow={renderRow}
        onView={onView}
        foot={<Foot head={head} error={error} retry={retry} retryOlder={retryOlder} />}
      />
      <PullTrouble list={list} />
    </>
  )
}

/** Where the open row stands now. */
function useOpenRow(
  open: OpenRow | undefined,
  list: List<ActivityRow>,
): { index: number; extra: number } | undefined {
  // Rows may have come in above it.
  if (open) void list.revision.value
  const index = open && findNear(open.index, (at) => list.get(at)?.id === open.id)
  const extra = open?.extra
  return useMemo(
    () => (index === undefined || extra === undefined ? undefined : { index, extra }),
    [index, extra],
  )
}

function findNear(index: number, matches: (index: number) => boolean): number | undefined {
  for (let step = 0; step <= PAGE_SIZE; step++) {
    if (matches(index + step)) return index + step
    if (step <= index && matches(index - step)) return index - step
  }
  return undefined
}

function GroupHead({ group }: { group: ActivityGroup | undefined }) {
  const [thisYear] = useState(() => new Date().getFullYear())
  if (!group) return null
  return (
    <h3 className="hdline">
      {group.kind === 'pending'
        ? 'Pending'
        : group.kind === 'unknown'
          ? 'Unknown date'
          : monthTitle(group.year, group.month, thisYear)}
      <span>{group.count.toLocaleString()}</span>
    </h3>
  )
}

interface FootProps {
  head: ActivityHead
  error: ErrorRecord | undefined
  retry(): void
  retryOlder(): void
}

function Foot({ head, error, retry, retryOlder }: FootProps) {
  const { spam, invalid } = head.hidden
  const hidden = [
    spam > 0 && `${spam.toLocaleString()} hidden as spam`,
    invalid > 0 && `${invalid.toLocaleString()} could not be read`,
  ].filter((text) => text !== false)
  return (
    <div className="foot">
      {error ? (
        <div className="trouble" role="alert">
          <span>
            <b>Failed to fetch transactions</b>
            {explainError(error)}
          </span>
          <Button small onClick={retry}>
            Retry
          </Button>
        </div>
      ) : head.stalled ? (
        <div className="trouble" role="status">
          <span>
            <b>There is more</b>
            Older activity did not come. It stays where it is.
          </span>
          <Button small onClick={retryOlder}>
            Try again
          </Button>
        </div>
      ) : head.next !== null ? (
        <p role="status">
          <Spinner />
          Loading older activity…
        </p>
      ) : (
        <p>That is all.</p>
      )}
      {hidden.length > 0 && <p>{hidden.join(', ')}</p>}
    </div>
  )
}
