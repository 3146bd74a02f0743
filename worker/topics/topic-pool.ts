/** The topics of this worker, one for each key. Some idle topics are kept for a quick return. */
import type { TopicData, TopicName } from '../../src/core/contract/protocol.ts'
import type { AskedTopic, Topic } from './topic.ts'

type Data = TopicData<TopicName>
export type AnyTopic = Topic<Data> & Partial<AskedTopic<Data>>

/** How one topic with its params is named, and how it is made. */
export interface TopicKey {
  key: string
  owner: string
  create(entry: Pick<Entry, 'isForgotten'>): AnyTopic
}

/** A topic that is alive. */
export interface Entry {
  readonly key: string
  readonly owner: string
  readonly topic: AnyTopic
  /** Its account was disconnected: whatever of it is still in flight can neither write nor show anything any more. */
  readonly isForgotten: boolean
}

export interface TopicPool {
  /** The topic of this key; made if needed. */
  open(place: TopicKey): Entry
  /** Undefined if there is no topic of this key. */
  get(key: string): AnyTopic | undefined
  getAll(): AnyTopic[]
  /** Ends what belongs to this owner. */
  forget(owner: string): void
}

/** Most topics that are kept, idle ones included. */
const KEPT_TOPICS = 24

export function createTopicPool(): TopicPool {
  const entries = new Map<string, Entry & { isForgotten: boolean }>()

  /** Oldest first. */
  function dropIdle(): void {
    for (const { key, topic } of entries.values()) {
      if (entries.size < KEPT_TOPICS) return
      if (!topic.isIdle()) continue
      entries.delete(key)
      topic.dispose()
    }
  }

  return {
    open({ key, owner, create }) {
      const found = entries.get(key)
      if (found) return found
      dropIdle()
      const life = { isForgotten: false }
      const entry = Object.assign(life, { key, owner, topic: create(life) })
      entries.set(key, entry)
      return entry
    },
    get: (key) => entries.get(key)?.topic,
    getAll: () => [...entries.values()].map(({ topic }) => topic),
    forget(owner) {
      for (const entry of entries.values()) {
        if (entry.owner !== owner) continue
        entry.isForgotten = true
        entries.delete(entry.key)
        entry.topic.dispose()
      }
    },
  }
}
