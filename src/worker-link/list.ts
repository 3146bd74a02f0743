/**
 * A long list of the worker, as the web page sees it. The worker sends a head: the number of rows and the changed
 * ranges. Rows are fetched in pages of the list: the pages in view, and a few beyond. Outdated rows stay on screen until
 * their new versions arrive.
 *
 *   head (topic) ──▶ changed pages of the list are outdated ──▶ those in view are fetched ──▶ `revision` grows
 *
 * A row is decoded when it is rendered, since most rows of a long list never are.
 */
import { type Signal, signal } from '@preact/signals-core'
import { type ErrorRecord, toErrorRecord } from '../core/base/errors.ts'
import { type ListHead, type PackedPage, PAGE_SIZE } from '../core/contract/list.ts'
import type { ListName, ListRows, TopicParams, Topics } from '../core/contract/protocol.ts'
import { createRowReader } from '../core/contract/row-bytes.ts'
import type { Shell } from '../shell/shell.ts'
import { share } from './share.ts'

export interface List<Row> {
  /** Grows when rows in view were fetched: read it where rows are rendered. An unchanged row stays the same object. */
  readonly revision: Signal<number>
  /** Why rows in view failed to load. Undefined if they did not fail. */
  readonly error: Signal<ErrorRecord | undefined>
  /** The row at an index. Undefined until it is fetched. */
  get(index: number): Row | undefined
  /**
   * Sets which rows are in view: from index `from` to `to` (exclusive). `ahead` is the direction to prefetch: 1 below,
   * −1 above, 0 none.
   */
  show(from: number, to: number, ahead?: 1 | 0 | -1): void
  /** Repeats failed fetches. */
  retry(): void
  /** Subscribes to the head. Returns a stop function, after which the list can be started again. */
  start(): () => void
}

interface PageRows<Row> {
  /** Version of the list to which these rows belong. */
  version: number
  get(offset: number): Row | undefined
  /** Rows that have been decoded so far, by offset. */
  read: readonly (Row | undefined)[]
}

/** Pages of the list that stay in memory: 2,000 rows, at most 2 MB and usually less than 1 MB. */
const KEPT_PAGES = 20
/** Pages of the list that are prefetched in the scroll direction: a fast scroll passes one page in two frames. */
const AHEAD = 3

/** @param first rows that are known before their page of the list is fetched */
export function createList<N extends ListName>(
  shell: Pick<Shell, 'topic' | 'call'>,
  name: N,
  params: TopicParams<N>,
  first: readonly ListRows[N][] = [],
): List<ListRows[N]> {
  type Row = ListRows[N]
  /** Fetched pages of the list by index, least recently shown first. */
  const pages = new Map<number, PageRows<Row>>()
  const asked = new Set<number>()
  const revision = signal(0)
  const error = signal<ErrorRecord | undefined>(undefined)
  let head: ListHead | undefined
  let wanted: readonly number[] = []
  /** First and last page of the list in view, and the scroll direction. */
  let inView: readonly [number, number, 1 | 0 | -1] = [0, 0, 1]
  /** Incremented when the list stops, so that late answers to its earlier requests are ignored. */
  let run = 0
  let started = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function onHead(next: ListHead | undefined): void {
    if (!next || next === head) return
    const previous = head
    head = next
    // A restarted worker counts versions from the beginning.
    const restarted = previous !== undefined && next.version < previous.version
    for (const [index, page] of pages) {
      if (restarted) page.version = -1
      else if (page.version === next.since && !isDirty(next, index)) page.version = next.version
    }
    if (previous && next.total < previous.total) {
      for (const index of pages.keys()) if (index * PAGE_SIZE >= next.total) pages.delete(index)
    }
    pull()
  }

  function pull(): void {
    if (!started || !head) return
    for (const index of wanted) {
      const page = pages.get(index)
      if (index * PAGE_SIZE < head.total && page?.version !== head.version) void pullPage(index)
    }
  }

  async function pullPage(index: number): Promise<void> {
    if (asked.has(index)) return
    asked.add(index)
    const mine = run
    const asking = head
    try {
      const answer = await shell.call('page', { list: name, ...params, index })
      if (mine !== run) return
      asked.delete(index)
      // The rows of an outdated answer may be at wrong positions. If the head has changed since the request, fetch
      // again. If not, wait: the worker sends a new head when it has newer rows.
      if (head && answer.version < head.version) return head === asking ? undefined : pull()
      keep(index, answer)
      error.value = undefined
    } catch (failure) {
      if (mine !== run) return
      asked.delete(index)
      if (wanted.includes(index)) error.value = toErrorRecord(failure)
    }
  }

  function keep(index: number, page: PackedPage): void {
    const old = pages.get(index)
    pages.delete(index)
    pages.set(index, toPageRows<Row>(page, old?.read ?? []))
    for (const oldest of pages.keys()) {
      if (pages.size <= KEPT_PAGES) break
      if (!wanted.includes(oldest)) pages.delete(oldest)
    }
    // Rows far from the view need no render yet.
    if (index >= inView[0] - 1 && index <= inView[1] + 1) redrawSoon()
  }

  /** Triggers a render in a later task, so that two pages of the list that arrive together are rendered once. */
  function redrawSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      revision.value += 1
    })
  }

  return {
    revision,
    error,
    get(index) {
      const page = pages.get(Math.floor(index / PAGE_SIZE))
      return page ? page.get(index % PAGE_SIZE) : first[index]
    },
    show(from, to, ahead = 1) {
      const first = Math.floor(from / PAGE_SIZE)
      const last = Math.max(first, Math.floor((to - 1) / PAGE_SIZE))
      // Most frames of a scroll leave the same pages of the list in view.
      if (wanted.length > 0 && first === inView[0] && last === inView[1] && ahead === inView[2]) return pull()
      inView = [first, last, ahead]
      const next: number[] = []
      for (let index = first; index <= last; index++) next.push(index)
      const beyond = ahead === 0 ? 0 : AHEAD
      for (let step = 1; step <= beyond; step++) next.push(ahead > 0 ? last + step : first - step)
      if (beyond) next.push(ahead > 0 ? first - 1 : last + 1)
      wanted = next.filter((index) => index >= 0)
      for (const index of wanted) {
        const page = pages.get(index)
        if (!page) continue
        pages.delete(index)
        pages.set(index, page)
      }
      pull()
    },
    retry() {
      error.value = undefined
      pull()
    },
    start() {
      started = true
      const stop = shell.topic(name, params).subscribe((snapshot) => onHead(snapshot.data as HeadOf<N>))
      pull()
      return () => {
        started = false
        run += 1
        asked.clear()
        clearTimeout(timer)
        timer = undefined
        stop()
      }
    },
  }
}

/** @param before the previous versions of the rows: a row that is equal stays the same object */
function toPageRows<Row>({ version, rows }: PackedPage, before: readonly (Row | undefined)[]): PageRows<Row> {
  const readRow = createRowReader<Row>(rows)
  const read: (Row | undefined)[] = []
  return { version, read, get: (offset) => (read[offset] ??= share(before[offset], readRow(offset))) }
}

type HeadOf<N extends ListName> = Topics[N][1] | undefined

function isDirty({ dirty }: ListHead, index: number): boolean {
  const from = index * PAGE_SIZE
  return dirty.some((range) => range[0] < from + PAGE_SIZE && range[1] > from)
}
