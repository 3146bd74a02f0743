/** The older pages of a list: fetched while a person wants to see more, and shown together when they come quickly. */
import type { Work } from './attempt.ts'
import type { Cached } from '../base/context.ts'
import type { TopicCache } from './topic-cache.ts'
import type { Watchers } from './watchers.ts'

export interface OlderPages {
  readonly isFetching: boolean
  /** Resolves when the next pages are stored or have failed; joins who fetches already. */
  fetch(): Promise<void>
  abort(): void
}

export interface OlderPagesOptions<Data> {
  knowledge: TopicCache<Data>
  watchers: Watchers<Data>
  ask(options: { signal: AbortSignal }): Promise<Cached<Data>>
  /** Takes its turn and does the work; never rejects. */
  work(work: Work<Data>): Promise<void>
}

/** Pages that come within the pause between two heads are one head; so many at most for one wish to see more. */
const MOST_PARTS = 10

export function createOlderPages<Data>(options: OlderPagesOptions<Data>): OlderPages {
  const { knowledge, watchers, ask, work } = options
  let running: { controller: AbortController; ended: Promise<void> } | undefined

  const getTotal = () => (knowledge.state.known?.data as { total?: number } | undefined)?.total ?? 0

  async function fetchParts(controller: AbortController): Promise<void> {
    for (let parts = 0; parts < MOST_PARTS && !controller.signal.aborted; parts += 1) {
      const before = getTotal()
      await work({ controller, isNeeded: () => true, isNewest: false, ask: (signal) => ask({ signal }) })
      const isLast = knowledge.state.failure || getTotal() === before || !watchers.isHeld()
      watchers.sendSoon()
      if (isLast) break
    }
    if (knowledge.state.failure) watchers.send()
  }

  return {
    get isFetching() {
      return running !== undefined
    },
    fetch() {
      if (!running) {
        const controller = new AbortController()
        const ended = fetchParts(controller).finally(() => (running = undefined))
        running = { controller, ended }
      }
      return running.ended
    },
    abort: () => running?.controller.abort(),
  }
}
