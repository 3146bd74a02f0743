/**
 * The watches of the page. One outlives its topic: where the topic was forgotten, it is attached to the next one under the
 * same key.
 */
import type { Snapshot, TopicData, TopicName } from '../../src/core/contract/protocol.ts'
import type { Clock } from '../base/context.ts'
import type { Entry, TopicKey, TopicPool } from './topic-pool.ts'
import type { Watcher } from './watchers.ts'

export type AnySnapshot = Snapshot<TopicData<TopicName>>

export interface TopicListener {
  snapshot(snapshot: AnySnapshot): void
  /** `seq` counts from 1 for each watch. */
  event(seq: number, event: unknown): void
}

export interface PageWatches {
  open(id: number, place: TopicKey, listener: TopicListener): void
  close(id: number): void
  /** Those of this key that have no topic get one. */
  attach(key: string): void
  /** Those of this owner that were opened after `at` (milliseconds since 1970) and have no topic any more get one. */
  attachSince(owner: string, at: number): void
  closeAll(): void
}

interface Watch {
  key: string
  owner: string
  /** Milliseconds since 1970. */
  openedAt: number
  attach(): void
  stop(): void
}

export function createPageWatches(pool: TopicPool, clock: Clock): PageWatches {
  const watches = new Map<number, Watch>()

  function create(place: TopicKey, listener: TopicListener): Watch {
    const watcher = toWatcher(listener)
    let entry: Entry | undefined
    let stop = () => {}
    function attach(): void {
      if (entry && !entry.isForgotten) return
      stop()
      entry = pool.open(place)
      stop = entry.topic.watch(watcher)
    }
    const { key, owner } = place
    const watch: Watch = { key, owner, openedAt: clock.now(), attach, stop: () => stop() }
    return watch
  }

  function attach(key: string): void {
    for (const watch of watches.values()) if (watch.key === key) watch.attach()
  }

  return {
    open(id, place, listener) {
      watches.get(id)?.stop()
      watches.set(id, create(place, listener))
      // With this one, those of before a disconnect hear of the account again.
      attach(place.key)
    },
    close(id) {
      const watch = watches.get(id)
      watches.delete(id)
      watch?.stop()
    },
    attach,
    attachSince(owner, at) {
      for (const watch of watches.values()) if (watch.owner === owner && watch.openedAt > at) watch.attach()
    },
    closeAll() {
      for (const watch of watches.values()) watch.stop()
      watches.clear()
    },
  }
}

/** Events are numbered for each watch, whatever becomes of its topic. */
function toWatcher({ snapshot, event }: TopicListener): Watcher<TopicData<TopicName>> {
  let seq = 0
  return { snapshot, event: (happened) => event((seq += 1), happened) }
}
