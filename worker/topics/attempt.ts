/** One attempt to learn more of a topic: alone among all tabs, within its time, and with one outcome. */
import { hasCode } from '../../src/core/base/errors.ts'
import type { Clock, Cached } from '../base/context.ts'
import type { CountingStore } from './guard-store.ts'
import type { TopicCache } from './topic-cache.ts'
import type { TurnLimit } from './turn-limit.ts'

export interface AttemptOptions<Data> {
  clock: Clock
  knowledge: TopicCache<Data>
  store: CountingStore
  limit: TurnLimit
  /** Runs it when its turn has come; the signal ends the wait. */
  exclusive(turn: () => Promise<void>, signal: AbortSignal): Promise<void>
  /** After a success, and with what failed, when it is stored; the turn still lasts. */
  onSuccess(): void
  onFailure(): void
}

export interface Work<Data> {
  controller: AbortController
  /** Asked when its turn has come and the store was read: another tab may have done it meanwhile. */
  isNeeded(): boolean
  /** It asks for what is newest; a newer answer of another tab makes its failure none. */
  isNewest: boolean
  ask(signal: AbortSignal): Promise<Cached<Data>>
}

/** Never rejects: every outcome ends up in what is known. */
export async function attempt<Data>(
  { controller, isNeeded, isNewest, ask }: Work<Data>,
  { clock, knowledge, store, limit, exclusive, onSuccess, onFailure }: AttemptOptions<Data>,
): Promise<void> {
  const { signal } = controller
  const requestedAt = clock.now()
  const getNewest = () => knowledge.state.known?.fetchedAt ?? -Infinity

  await exclusive(async () => {
    if (signal.aborted) return
    const writes = store.getWrites()
    let newest = -Infinity
    try {
      await limit.run(controller, async () => {
        await knowledge.load(requestedAt)
        newest = getNewest()
        if (signal.aborted || !isNeeded()) return
        const next = await ask(signal)
        // A late result has no effect; what is stored of it is found when it is needed.
        if (signal.aborted) return
        await knowledge.succeed(next)
        onSuccess()
      })
    } catch (error) {
      if (isGivenUp(signal)) return
      await knowledge.load(requestedAt)
      const isAnswered = isNewest && !knowledge.state.failure && getNewest() > newest
      // The end of its time is no failure of what brought something.
      const isProgress = signal.aborted && store.getWrites() > writes
      if (isAnswered || isProgress || isGivenUp(signal)) return
      await knowledge.fail(error, isNewest)
      onFailure()
    }
  }, signal)
}

/** By those who waited, and not by its time. */
function isGivenUp({ aborted, reason }: AbortSignal): boolean {
  return aborted && !hasCode(reason, 'http_timeout')
}
