/**
 * Runs in a worker of its own: what a search among a stored history costs, and a file of it. Built by `search.ts`; answers
 * one message with the figures of one run.
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
  /** From the filter to the first head with matches of an incoming payment, in a worker that has read nothing. */
  first_match_ms: number
  /** From the filter to the end of the search: for the oldest transaction's hash, an amount, and a direction. */
  hash_ms: number
  amount_ms: number
  filter_ms: number
  filter_matches: number
  /** Rows in the middle of what the direction finds. */
  far_page_ms: number
  /** From the end of a watch, while it searches, until it has stopped. */
  cancel_ms: number
  /** The whole history as a file. */
  export_ms: number
  export_mb: number
  /** The longest that this worker was busy without a pause. */
  longest_task_ms: number
}

addEventListener('message', async ({ data }: MessageEvent<SearchInput>) => {
  postMessage(await measure(data))
})

async function measure({ account, n, now }: SearchInput): Promise<SearchCost> {
  const history = generateHistory({ account: account.split(':')[2]!, count: n, seed: 7, now })
  const oldest = history.transaction(n - 1).metadata.hash!
  const store = openStore({ ...getEnvironment(), clock: systemClock })
  // Its opening is not measured.
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
  if (page.rows.length !== PAGE_SIZE) throw new Error('The rows are not there.')

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
  // What is measured from outside is what a worker holds whose search goes on.
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
        if (unread > 0) ended.fail(new Error(`${unread} transactions could not be read.`))
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

/** A moment that is waited for. */
function createMark() {
  let reach: (time: number) => void = () => {}
  let fail: (error: Error) => void = () => {}
  const reached = new Promise<number>((resolve, reject) => {
    reach = resolve
    fail = reject
  })
  return { reached, reach, fail }
}

/** @returns bytes. */
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
