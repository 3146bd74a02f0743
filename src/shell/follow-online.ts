/** Whether requests succeed, as a signal: the browser's own report, corrected by the answers and failures of topics. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { isOffline } from '../base/offline.ts'
import type { Readable } from '../base/readable.ts'
import type { Snapshot, TopicName } from '../core/contract/protocol.ts'
import type { TopicSignals } from '../worker-link/topics.ts'

export interface Online {
  readonly online: ReadonlySignal<boolean>
  /** Records whether a topic was answered. */
  onSnapshot(topic: TopicName, snapshot: Snapshot<unknown>): void
}

/** Hosts of topics that the API does not answer. */
const hosts: Partial<Record<TopicName, string>> = {
  project: 'directory',
  wallets: 'directory',
  walletConnect: 'relay',
  sent: 'node',
  nfts: 'node',
}
/** From this number of silent hosts on, the page may be offline: a single host may fail while the network works. */
const SILENT_HOSTS = 2
/** How long an answer of the API proves that the page is online: longer than the polling interval. Milliseconds. */
const ANSWER_LIFE = 60_000

export function followOnline(stops: (() => void)[]): Online {
  const online = signal(!isOffline())
  /** Time of the last answer, by topic (milliseconds since 1970). */
  const answers = new Map<TopicName, number>()
  /**
   * Unreachable hosts, each with the time of its last failure (milliseconds since 1970). Cleared as soon as a request
   * is answered.
   */
  const silent = new Map<string, number>()
  /** Time of the last answer of each API topic (milliseconds since 1970). A topic that has failed since then is deleted. */
  const answering = new Map<TopicName, number>()
  /**
   * Whether the silent hosts mean that the page is offline: at least two are silent, one of them the API, which has not
   * answered lately. A single host may be silent because of an ad blocker or a blocked path.
   */
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
        // Ignore failures of NFTs: they are read from many nodes, any of which may fail.
        silent.set(hosts[topic] ?? 'api', Date.now())
        answering.delete(topic)
        // If a host stops answering, the network may be down, so forget the other hosts' older answers. Ignore a host
        // that has never answered.
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
 * Refetches failed topics when the page is back online. Also listens to the browser, since `online` may have stayed true: a
 * portfolio asks only the API, and a single silent host does not count as offline.
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
  // Capture the event, so that the worker is told once, before the signal changes.
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
