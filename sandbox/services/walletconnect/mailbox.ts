/** A message that the relay keeps until its receivers have it or its TTL ends. */
export interface Letter {
  topic: string
  /** Encrypted text. */
  message: string
  /** Type of the message; the only part of it that the relay reads. */
  tag: number
  /** Seconds that the message is kept. */
  ttl: number
  /** Milliseconds since 1970. */
  publishedAt: number
  /** Ids of the sender and of the clients that confirmed the message. */
  receivers: Set<string>
}

export interface Mailbox {
  put(letter: Omit<Letter, 'receivers' | 'publishedAt'>, sender: string): Letter
  /** Messages that this client hasn't received yet, oldest first. */
  get(topics: readonly string[], client: string): Letter[]
}

export function createMailbox(): Mailbox {
  let letters: Letter[] = []

  return {
    put(letter, sender) {
      const now = Date.now()
      letters = letters.filter(({ publishedAt, ttl }) => publishedAt + ttl * 1_000 > now)
      // Ignore repeats: clients resend a message that got no answer.
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
