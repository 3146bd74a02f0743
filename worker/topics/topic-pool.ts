/** The topics of this worker that are alive, each once for its key; some that nobody needs are kept for a quick return. */
import type { TopicData, TopicName } from '../../src/core/protocol.ts'
import type { AskedTopic, Topic } from './topic.ts'

type Data = TopicData<TopicName>
export type AnyTopic = Topic<Data> & Partial<AskedTopic<Data>>

/** How one topic with its params is named, and how it is made. */
export interface Place {
  key: string
  owner: string
  create(entry: Entry): Promise<AnyTopic>
}

/** A topic, alive or about to be. */
export interface Entry {
  readonly key: string
  readonly owner: string
  /** Its account was disconnected: whatever of it is still in flight can neither write nor show anything any more. */
  isForgotten: boolean
  /** Rejects when its code could not be loaded; then the next use tries again. */
  topic: Promise<AnyTopic>
  /** The same, as soon as it is there. */
  current?: AnyTopic
}

export interface TopicPool {
  /** Makes it if there is none. */
  open(place: Place): Entry
  /** Undefined while there is none. */
  get(key: string): AnyTopic | undefined
  getAll(): AnyTopic[]
  /** Ends what belongs to this owner. */
  forget(owner: string): void
}

/** Topics that nobody needs are kept up to this many in all. */
const KEPT_TOPICS = 24

export function createTopicPool(): TopicPool {
  const entries = new Map<string, Entry>()

  /** Oldest first. */
  function dropIdle(): void {
    for (const { key, current } of entries.values()) {
      if (entries.size <= KEPT_TOPICS) return
      if (!current?.isIdle()) continue
      entries.delete(key)
      current.dispose()
    }
  }

  return {
    open({ key, owner, create }) {
      const found = entries.get(key)
      if (found) return found
      const topic = Promise.resolve().then(() => create(entry))
      const entry: Entry = { key, owner, isForgotten: false, topic }
      entries.set(key, entry)
      topic.then(
        (current) => {
          entry.current = current
          if (entry.isForgotten) current.dispose()
        },
        () => entries.get(key) === entry && entries.delete(key),
      )
      dropIdle()
      return entry
    },
    get: (key) => entries.get(key)?.current,
    getAll: () => [...entries.values()].flatMap(({ current }) => current ?? []),
    forget(owner) {
      for (const entry of entries.values()) {
        if (entry.owner !== owner) continue
        entry.isForgotten = true
        entries.delete(entry.key)
        entry.current?.dispose()
      }
    },
  }
}
