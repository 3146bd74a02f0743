/** A range of a list as one signal, for pages that draw rows themselves. */
import { computed, signal } from '@preact/signals-core'
import type { ListName, Snapshot, TopicParams } from '../core/contract/protocol.ts'
import type { Readable } from '../base/readable.ts'
import type { Shell } from '../shell/shell.ts'
import { createList } from './list.ts'
import { type PublicRows, toPublicRow } from './public-row.ts'

/** A row is undefined until it is fetched. */
export type Rows<N extends ListName> = Snapshot<readonly (PublicRows[N] | undefined)[]>

/**
 * Upper limit of rows in one range, since a list keeps no more rows in memory. The rest of a longer range is left out.
 */
const MAX_ROWS = 2_000

/**
 * The rows of a list from index `from` to `end` (exclusive), or to the end of the list. They are fetched while the
 * signal has subscribers.
 */
export function createRows<N extends ListName>(
  shell: Pick<Shell, 'topic' | 'call'>,
  name: N,
  params: TopicParams<N>,
  from: number,
  end: number,
): Readable<Rows<N>> {
  const to = Math.min(end, from + MAX_ROWS)
  const createOwnList = () => createList(shell, name, params)
  /** Created anew for each first subscriber: the account's stored data may have been deleted in between. */
  const list = signal(createOwnList())
  const head = shell.topic(name, params)
  let last: readonly (PublicRows[N] | undefined)[] = []
  let stop = () => {}

  function read(total: number): readonly (PublicRows[N] | undefined)[] {
    const { get } = list.value
    const length = Math.max(0, Math.min(to, total) - from)
    const next = Array.from({ length }, (_, offset) => {
      const row = get(from + offset)
      return row && toPublicRow(name, row, params.account)
    })
    const isSame = next.length === last.length && next.every((row, offset) => row === last[offset])
    return isSame ? last : (last = next)
  }

  return computed<Rows<N>>(
    () => {
      const { revision, error: pullError } = list.value
      // Read the revision, which grows when rows were fetched. The rows themselves are not signals.
      void revision.value
      const { data, fetchedAt, status, error = pullError.value } = head.value
      const rows = data && read(data.total)
      return error ? { data: rows, fetchedAt, status: 'failed', error } : { data: rows, fetchedAt, status }
    },
    {
      watched() {
        list.value = createOwnList()
        stop = list.peek().start()
        list.peek().show(from, to, 0)
      },
      unwatched() {
        stop()
        list.value = createOwnList()
        last = []
      },
    },
  )
}
