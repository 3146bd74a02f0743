/** Whether requests go out, as a signal: what topics say, and where they say nothing, what the browser says. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { isOffline } from '../base/offline.ts'
import type { Readable } from '../base/readable.ts'
import type { Snapshot, TopicName } from '../core/contract/protocol.ts'
import type { TopicSignals } from '../worker-link/topics.ts'

export interface Online {
  readonly online: ReadonlySignal<boolean>
  /** A topic was answered, or not. */
  onSnapshot(topic: TopicName, snapshot: Snapshot<unknown>): void
}

/** Which of the hosts answers a topic, where it is not the API. */
const hosts: Partial<Record<TopicName, string>> = {
  project: 'directory',
  wallets: 'directory',
  walletConnect: 'relay',
  sent: 'node',
  nfts: 'node',
}
/** One host may be away while the network is there; the API is one of them. */
const SILENT_HOSTS = 2
/** How long an answer of the API says that it is there: longer than between two polls. Milliseconds. */
const ANSWER_LIFE = 60_000

export function followOnline(stops: (() => void)[]): Online {
  const online = signal(!isOffline())
  /** When topics were answered last (milliseconds since 1970). */
  const answers = new Map<TopicName, number>()
  /** Those that could not be reached, and when; empty as soon as a request is answered. */
  const silent = new Map<string, number>()
  /** When each API topic last answered (milliseconds since 1970); without those that have failed since. */
  const answering = new Map<TopicName, number>()
  /** Needs several silent hosts: an ad blocker or a blocked path stops only some requests. */
  function isSilent(): boolean {
    const isApiThere = Date.now() - Math.max(0, ...answering.values()) < ANSWER_LIFE
    return silent.size >= SILENT_HOSTS && silent.has('api') && !isApiThere
  }
  function update(event?: Event): void {
    if (event?.type === 'online') silent.clear()
    online.value = !isOffline(Math.max(0, ...answers.values())) && !isSilent()
  }
  for (const event of ['online', 'offline']) {
    window.addEventListener(event, update)
    stops.push(() => window.removeEventListener(event, update))
  }
  return {
    online,
    onSnapshot(topic, { status, fetchedAt, error }) {
      if (status === 'fresh' && fetchedAt !== undefined) {
        answers.set(topic, fetchedAt)
        if (!hosts[topic]) answering.set(topic, fetchedAt)
        if (fetchedAt >= Math.max(0, ...silent.values())) silent.clear()
      } else if (topic !== 'nfts' && isUnreachable(error)) {
        // NFTs are read from many nodes, of which any may be away.
        silent.set(hosts[topic] ?? 'api', Date.now())
        answering.delete(topic)
        // A known host is gone: answers of other hosts are older than that. A host that never answered says nothing.
        if (answers.has(topic)) answers.clear()
      } else return
      update()
    },
  }
}

function isUnreachable(error: Snapshot<unknown>['error']): boolean {
  return [error?.code, error?.context['reason']].includes('http_network')
}

/**
 * What failed while the page was offline is asked for at once when it is back. The browser's own word counts also where
 * `online` was true all the while: of a portfolio, the API alone is asked, and one silent host says nothing.
 */
export function watchReturn(
  online: Readable<boolean>,
  topics: Pick<TopicSignals, 'isUsed' | 'call'>,
): () => void {
  let wasOnline = online.peek()
  function tell(): void {
    wasOnline = true
    if (topics.isUsed()) topics.call('online', {}).catch(() => {})
  }
  // Before the signal hears of it, so that the worker is told once.
  window.addEventListener('online', tell, true)
  const unsubscribe = online.subscribe((isOnline) => {
    if (isOnline && !wasOnline) tell()
    wasOnline = isOnline
  })
  return () => {
    window.removeEventListener('online', tell, true)
    unsubscribe()
  }
}
