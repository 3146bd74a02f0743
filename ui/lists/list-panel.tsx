/**
 * The content of a tab with a list: a skeleton while it loads, the reason of a failure, a notice if it is empty, else
 * the list.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useDeferredValue } from 'react'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import type { ErrorRecord } from '../../src/core/base/errors.ts'
import type { ListName, ListRows, Topics } from '../../src/core/contract/protocol.ts'
import type { List } from '../../src/worker-link/list.ts'
import { useViewer } from '../base/shell-context.ts'
import { useList } from './use-list.ts'
import { useOverdue } from '../base/use-overdue.ts'
import { Button } from '../components/button.tsx'
import { Failure } from '../components/failure.tsx'
import { Notice } from '../components/notice.tsx'
import { SkeletonRows } from './skeleton-rows.tsx'
import { texts } from '../components/texts.ts'
import { NextActions } from '../components/next-actions.tsx'

/**
 * How long the list may be built in slices. On a page that constantly renders with React, the slices would be discarded
 * again and again. Milliseconds.
 */
const BUILD_LIMIT = 300

interface ListPanelProps<N extends ListName> {
  name: N
  account: CaipAddress
  /** For screen readers while the skeleton is shown, such as "Reading tokens". */
  reading: string
  /** Title of a failure, such as "Token balance unavailable". */
  failed: string
  empty: { title: string; text: string; children?: ReactNode }
  children(props: ListProps<N>): ReactNode
}

export interface ListProps<N extends ListName> {
  list: List<ListRows[N]>
  head: Topics[N][1]
  /** Set if the last request failed; the previous rows stay. */
  error: ErrorRecord | undefined
  retry(): void
}

export function ListPanel<N extends ListName>(props: ListPanelProps<N>) {
  useSignals()
  const { name, account, reading, failed, empty, children } = props
  const shell = useViewer()
  const params = { account }
  const list = useList(name, account)
  const { data, status, error } = shell.topic(name, params).value
  const isUnknown = data === undefined || (data.total === 0 && !!error)
  // React builds the list in slices behind the skeleton: as one task, it would be the longest task on a slow page.
  const isBuilding = useDeferredValue(isUnknown) && !isUnknown && data.total > 0
  const isBuiltAtOnce = useOverdue(isBuilding ? account : undefined, BUILD_LIMIT)
  const isWaiting = isUnknown && !error
  const overdue = useOverdue(isWaiting ? account : undefined)
  const retry = () => void shell.call('refresh', { topic: name, params }).catch(() => {})

  if (error?.code === 'network_unsupported' && isUnknown) {
    return (
      <Notice title={texts.notServed} text={texts.notServedText}>
        <NextActions among={['networks', 'receive']} />
      </Notice>
    )
  }
  if ((isWaiting && !overdue) || (isBuilding && !isBuiltAtOnce))
    return <SkeletonRows count={6} words={reading} />
  // A person cannot retry a failed balance: the next request waits until the pause ends (T6).
  if (isUnknown && error)
    return <Failure title={failed} error={error} onRetry={name === 'portfolio' ? undefined : retry} />
  // The request is slow but has not failed: the worker would have reported a failure.
  if (isUnknown) return <StillTrying />
  // An older page of the list, or tokens that are unchecked, may still add rows.
  const mayHoldMore = ('next' in data && data.next !== null) || ('unseen' in data && data.unseen > 0)
  if (data.total === 0 && !mayHoldMore && status !== 'loading') return <Notice {...empty} />
  return (
    <>
      {children({ list, head: data, error, retry })}
      <PullError list={list} />
    </>
  )
}

function StillTrying() {
  return (
    <div role="status">
      <Notice title={texts.noAnswer} text={texts.stillTrying} />
    </div>
  )
}

/** Shown if rows in view could not be read from the store. Those rows stay grey. */
export function PullError({ list }: { list: List<unknown> }) {
  useSignals()
  if (!list.error.value) return null
  return (
    <div className="pull-trouble" role="alert">
      <span>{texts.rowsUnreadable}</span>
      <Button small onClick={list.retry}>
        {texts.tryAgain}
      </Button>
    </div>
  )
}
