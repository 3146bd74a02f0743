/** The activity of an account: pending rows, then months, then rows without a date. */
import { useSignals } from '@preact/signals-react/runtime'
import { signal } from '@preact/signals-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { PAGE_SIZE } from '../../src/core/contract/list.ts'
import { track } from '../../src/base/tracked-event.ts'
import type { PanelProps } from '../account/panel-props.ts'
import { ListPanel, type ListProps } from '../lists/list-panel.tsx'
import { hasOtherNetworks, NextActions } from '../components/next-actions.tsx'
import type { Jump } from '../lists/window-list.tsx'
import { useViewer } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import { UnverifiedEntry } from '../unverified/unverified-entry.tsx'
import { ActivityRows, type ActivityRowsProps } from './activity-rows.tsx'
import { ActivityTools } from './activity-tools.tsx'
import { ListFooter } from './list-footer.tsx'
import { FoundList } from './found-list.tsx'
import { getGroups, useShownRows } from './shown-rows.ts'
import { texts } from './texts.ts'
import { useActivitySearch } from './use-activity-search.ts'

export function Activity({ account, network }: PanelProps) {
  useSignals()
  const shell = useViewer()
  const { data } = shell.topic('activity', { account }).value
  const nothing = hasOtherNetworks(shell) ? texts.othersMay : texts.nothingMoved
  const apart = data?.hidden.spam ?? 0
  return (
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
      {(props) => <ActivityBody {...props} account={account} network={network} />}
    </ListPanel>
  )
}

function ActivityBody(props: ListProps<'activity'> & PanelProps) {
  useSignals()
  const { list, head, account, network } = props
  const rows = useShownRows(list, account)
  const own = rows.own.value
  const groups = useMemo(() => getGroups(own, head), [own, head])
  const search = useActivitySearch(account)
  const [jump, setJump] = useState<Jump>()
  /** Index of the section (month) at the top of the view. */
  const [{ section, onSection }] = useState(createSection)
  const shown = { account, network, jump, onSection }
  return (
    <>
      <ActivityTools
        account={account}
        search={search}
        groups={search.found?.head.groups ?? groups}
        total={search.found?.head.total ?? head.total}
        section={section}
        onJump={(to) => setJump({ section: to })}
      />
      {search.found ? (
        <FoundList {...shown} key={search.found.key} found={search.found} error={props.error} />
      ) : (
        <ActivityList {...props} {...shown} rows={rows} groups={groups} />
      )}
    </>
  )
}

function createSection() {
  const section = signal(0)
  return { section, onSection: (at: number) => void (section.value = at) }
}

function ActivityList(
  props: ListProps<'activity'> &
    PanelProps &
    Pick<ActivityRowsProps, 'rows' | 'groups' | 'jump' | 'onSection'>,
) {
  const { head, error, retry, account, network, rows, groups, jump, onSection } = props
  const shell = useViewer()
  const { next, total } = head
  /** The last cursor of the history that was requested, so that no cursor is requested twice. */
  const askedFor = useRef<string | null>(null)

  const onView = useCallback(
    (to: number) => {
      // Forget the cursor while there is no older page: the same cursor may come back after a failure, and must then be
      // requested again.
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
  const foot = { account, network, head, error, retry, retryOlder }
  return (
    <ActivityRows
      {...{ account, network, rows, groups, jump, onSection, onView }}
      label={texts.activity}
      foot={<ListFooter {...foot} />}
    />
  )
}
