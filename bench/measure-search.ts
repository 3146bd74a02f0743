/**
 * Worker of `search.ts`: measures searching a stored history, and exporting it. Answers one message with the figures of
 * one run.
 */
import { generateHistory } from '../sandbox/history/generate.ts'
import type { ActivityFilter, ActivityHead, ActivityPlace } from '../src/core/assets/activity.ts'
import { PAGE_SIZE } from '../src/core/contract/list.ts'
import { writeActivityCsv } from '../worker/activity/search/activity-csv.ts'
import { createActivitySearch } from '../worker/activity/search/search.ts'
import type { CommandContext, WorkerContext } from '../worker/base/context.ts'
import { getEnvironment } from '../worker/base/environment.ts'
import { systemClock } from '../worker/base/system-clock.ts'
import { openStore } from '../worker/store/open-store.ts'
import type { LongListInput } from './measure-long-list.ts'
import { startTicking } from './start-ticking.ts'

export type SearchInput = Omit<LongListInput, 'task'>

export interface SearchCost {
  /** Milliseconds from the filter to the first matches of incoming payments, in a worker that has read nothing yet. */
  first_match_ms: number
  /**
   * Milliseconds from the filter to the end of the search: for the oldest transaction's hash, for an amount, for a
   * direction.
   */
  hash_ms: number
  amount_ms: number
  filter_ms: number
  filter_matches: number
  /** Milliseconds for rows in the middle of the direction's matches. */
  far_page_ms: number
  /** Milliseconds from unsubscribing during a search until the search has stopped. */
  cancel_ms: number
  /** Milliseconds and size of an export of the whole history. */
  export_ms: number
  export_mb: number
  longest_task_ms: number
}

addEventListener('message', async ({ data }: MessageEvent<SearchInput>) => {
  postMessage(await measure(data))
})

async function measure({ account, n, now }: SearchInput): Promise<SearchCost> {
  const history = generateHistory({ account: account.split(':')[2]!, count: n, seed: 7, now })
  const oldest = history.transaction(n - 1).metadata.hash!
  const store = openStore({ ...getEnvironment(), clock: systemClock })
  // Open the database before measuring.
  await store.get('anything')
  const config = { locale: 'en-US', networks: [] }
  const context = { config, clock: systemClock, store } as unknown as WorkerContext
  const begin = (filter: ActivityFilter) => startSearch(context, account, filter)
  const stopTicking = startTicking()

  const incoming = begin({ direction: 'in' })
  const first_match_ms = await incoming.firstMatch
  const filter_ms = await incoming.ended
  const filter_matches = incoming.getHead().total
  const asked = performance.now()
  const page = await incoming.page(Math.floor(filter_matches / PAGE_SIZE / 2))
  const far_page_ms = performance.now() - asked
  if (page.rows.length !== PAGE_SIZE) throw new Error('The search returned no whole page.')

  const hash = begin({ text: oldest })
  const hash_ms = await hash.ended
  hash.stop()
  const amount = begin({ text: '12.5' })
  const amount_ms = await amount.ended
  amount.stop()
  const cancelled = begin({ kinds: ['approved'] })
  await cancelled.firstHead
  const stopped = performance.now()
  cancelled.stop()
  await cancelled.finished
  const cancel_ms = performance.now() - stopped

  const started = performance.now()
  const export_mb = (await exportAll(context, account)) / 1e6
  const export_ms = performance.now() - started
  // Keep the search alive, because the memory of a worker with an open search is measured from outside.
  Object.assign(globalThis, { incoming })
  return {
    first_match_ms,
    hash_ms,
    amount_ms,
    filter_ms,
    filter_matches,
    far_page_ms,
    cancel_ms,
    export_ms,
    export_mb,
    longest_task_ms: stopTicking(),
  }
}

function startSearch(context: WorkerContext, account: SearchInput['account'], filter: ActivityFilter) {
  const controller = new AbortController()
  const source = createActivitySearch(context, account, filter)
  const started = performance.now()
  const [firstHead, firstMatch, ended] = [createMark(), createMark(), createMark()]
  let head: ActivityHead | undefined
  const finished = source.start(
    {
      cached({ data }) {
        head = data
        const time = performance.now() - started
        firstHead.reach(time)
        if (data.total > 0) firstMatch.reach(time)
        const { searched, unread, loaded } = data.search!
        if (unread > 0) ended.fail(new Error(`${unread} transactions couldn’t be read.`))
        if (searched === loaded) ended.reach(time)
      },
      event() {},
    },
    controller.signal,
  )
  return {
    firstHead: firstHead.reached,
    firstMatch: firstMatch.reached,
    ended: ended.reached,
    finished,
    getHead: () => head!,
    page: source.page!.bind(source),
    stop: () => controller.abort(),
  }
}

/** A promise that resolves with the time at which a mark is reached. */
function createMark() {
  let reach: (time: number) => void = () => {}
  let fail: (error: Error) => void = () => {}
  const reached = new Promise<number>((resolve, reject) => {
    reach = resolve
    fail = reject
  })
  return { reached, reach, fail }
}

/** @returns size of the export in bytes */
async function exportAll(context: WorkerContext, account: SearchInput['account']): Promise<number> {
  const { signal } = new AbortController()
  let bytes = 0
  let after: ActivityPlace | undefined
  do {
    const input = { account, ...(after && { after }) }
    const part = await writeActivityCsv(input, { ...context, signal } as CommandContext)
    bytes += part.csv.byteLength
    after = part.next
  } while (after)
  return bytes
}
