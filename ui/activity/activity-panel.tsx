/** What happened on an account: pending first, then by month, then what has no date. */
import { useSignals } from '@preact/signals-react/runtime'
import { useCallback, useMemo, useRef, useState } from 'react'
import { PAGE_SIZE } from '../../src/core/contract/list.ts'
import { track } from '../../src/base/tracked-event.ts'
import type { PanelProps } from '../account/panel-props.ts'
import { ListPanel, type ListProps } from '../lists/list-panel.tsx'
import { findNear, type IdOf, type Slot } from '../lists/row-window.ts'
import { hasOtherNetworks, NextActions } from '../components/next-actions.tsx'
import { WindowList } from '../lists/window-list.tsx'
import { SentStrip } from '../payments/sent-strip.tsx'
import { useShell } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import { UnverifiedEntry } from '../unverified/unverified-entry.tsx'
import { ActivityItem } from './activity-item.tsx'
import { ListFooter } from './list-footer.tsx'
import { GroupHead } from './group-head.tsx'
import { createOpenRow, type OpenRow } from './open-row.ts'
import { getGroups, useShownRows } from './shown-rows.ts'
import { texts } from './texts.ts'

const ROW = 60
const HEAD = 38

export function Activity({ account, network }: PanelProps) {
  useSignals()
  const shell = useShell()
  const { data } = shell.topic('activity', { account }).value
  const nothing = hasOtherNetworks(shell) ? texts.othersMay : texts.nothingMoved
  const apart = data?.hidden.spam ?? 0
  return (
    <>
      {/* Without a list there are no rows before it. */}
      {!data?.total && <SentStrip account={account} />}
      <ListPanel
        name="activity"
        account={account}
        reading={texts.reading}
        failed={texts.failed}
        empty={{
          title: texts.noActivity,
          text: t(apart > 0 ? texts.onlyUnasked : nothing, { network: network.name }),
          children: (
            <>
              <NextActions />
              {apart > 0 && (
                <UnverifiedEntry kind="activity" count={apart} account={account} network={network} />
              )}
            </>
          ),
        }}
      >
        {(props) => <ActivityList {...props} account={account} network={network} />}
      </ListPanel>
    </>
  )
}

function ActivityList({ list, head, error, retry, account, network }: ListProps<'activity'> & PanelProps) {
  useSignals()
  const shell = useShell()
  const { next, total } = head
  const rows = useShownRows(list, account)
  const own = rows.own.value
  const groups = useMemo(() => getGroups(own, head), [own, head])
  const sections = useMemo(() => groups.map(({ count }) => ({ head: HEAD, rows: count })), [groups])
  const [open] = useState(() => createOpenRow())
  /** The cursor that was asked for last: a page is asked for once. */
  const askedFor = useRef<string | null>(null)

  const onView = useCallback(
    (from: number, to: number, ahead: 1 | -1) => {
      rows.show(from, to, ahead)
      // After a failure the same cursor may come back, and may be asked for again.
      if (next === null) askedFor.current = null
      if (next === null || askedFor.current === next || to - rows.own.peek().length < total - PAGE_SIZE)
        return
      askedFor.current = next
      track(shell, { event: 'LOAD_MORE_TRANSACTIONS' })
      shell.call('more', { account }).catch(() => (askedFor.current = null))
    },
    [shell, rows, account, next, total],
  )
  const retryOlder = () => {
    shell.call('more', { account }).catch(() => {})
    retry()
  }
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

  return (
    <>
      <WindowList
        label={texts.activity}
        sections={sections}
        rowHeight={ROW}
        idOf={idOf}
        open={useOpenRow(open.row.value, idOf)}
        renderHead={(section) => <GroupHead group={groups[section]} />}
        renderRow={renderRow}
        onView={onView}
        foot={
          <ListFooter
            account={account}
            network={network}
            head={head}
            error={error}
            retry={retry}
            retryOlder={retryOlder}
          />
        }
      />
    </>
  )
}

/** Where the open row stands now: rows may have come in above it. */
function useOpenRow(open: OpenRow | undefined, idOf: IdOf): { index: number; extra: number } | undefined {
  const index = open && findNear(open.index, (at) => idOf(at) === open.id)
  const extra = open?.extra
  return useMemo(
    () => (index === undefined || extra === undefined ? undefined : { index, extra }),
    [index, extra],
  )
}
