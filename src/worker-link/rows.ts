/** A part of a list as one signal, for pages that draw rows themselves. */
import { computed, signal } from '@preact/signals-core'
import type { ListName, Snapshot, TopicParams } from '../core/contract/protocol.ts'
import type { Readable } from '../base/readable.ts'
import type { Shell } from '../shell/shell.ts'
import { createList } from './list.ts'
import { type PublicRows, toPublicRow } from './public-row.ts'

/** Undefined where a row is not there yet. */
export type Rows<N extends ListName> = Snapshot<readonly (PublicRows[N] | undefined)[]>

/** More at once is no part of a list any more; rows beyond are left out. */
const MAX_ROWS = 2_000

/** Rows [from, to) of a list, as many of them as there are. They are pulled while somebody reads the signal. */
export function createRows<N extends ListName>(
  shell: Pick<Shell, 'topic' | 'call'>,
  name: N,
  params: TopicParams<N>,
  from: number,
  end: number,
): Readable<Rows<N>> {
  const to = Math.min(end, from + MAX_ROWS)
  const createOwnList = () => createList(shell, name, params)
  /** A new one for each time that somebody begins to read: what is kept of an account may have gone in between. */
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
      // Grows when rows have come; which ones, the list itself knows.
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
