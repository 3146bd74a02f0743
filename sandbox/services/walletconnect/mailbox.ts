/** What the relay keeps until its receivers had it, or its time is over. */
export interface Letter {
  topic: string
  /** Sealed. */
  message: string
  /** What kind of message it is; the relay reads nothing else of it. */
  tag: number
  /** Seconds. */
  ttl: number
  /** Milliseconds since 1970. */
  publishedAt: number
  /** Clients that have confirmed it, and the one that sent it. */
  receivers: Set<string>
}

export interface Mailbox {
  put(letter: Omit<Letter, 'receivers' | 'publishedAt'>, sender: string): Letter
  /** What this client has not had yet, oldest first. */
  get(topics: readonly string[], client: string): Letter[]
}

export function createMailbox(): Mailbox {
  let letters: Letter[] = []

  return {
    put(letter, sender) {
      const now = Date.now()
      letters = letters.filter(({ publishedAt, ttl }) => publishedAt + ttl * 1_000 > now)
      // A client sends again what it got no answer to.
      const same = letters.find(({ topic, message }) => topic === letter.topic && message === letter.message)
      if (same) return same
      const kept: Letter = { ...letter, publishedAt: now, receivers: new Set([sender]) }
      letters.push(kept)
      return kept
    },
    get: (topics, client) =>
      letters.filter(
        ({ topic, receivers, publishedAt, ttl }) =>
          topics.includes(topic) && !receivers.has(client) && publishedAt + ttl * 1_000 > Date.now(),
      ),
  }
}
