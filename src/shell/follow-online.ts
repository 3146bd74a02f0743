/** Whether requests go out, as a signal: what topics say, and where they say nothing, what the browser says. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { isOffline } from '../base/offline.ts'
import type { Snapshot, TopicName } from '../core/contract/protocol.ts'

export interface Online {
  readonly online: ReadonlySignal<boolean>
  /** A topic was answered, or not. */
  onSnapshot(topic: TopicName, snapshot: Snapshot<unknown>): void
}

export function followOnline(stops: (() => void)[]): Online {
  const online = signal(!isOffline())
  /** The last answer: of which topic, and when (milliseconds since 1970). */
  let answer: { topic: TopicName; at: number } | undefined
  const update = () => void (online.value = !isOffline(answer?.at))
  for (const event of ['online', 'offline']) {
    window.addEventListener(event, update)
    stops.push(() => window.removeEventListener(event, update))
  }
  return {
    online,
    onSnapshot(topic, { status, fetchedAt, error }) {
      if (status === 'fresh' && fetchedAt !== undefined) answer = { topic, at: fetchedAt }
      // Another topic may be of a host that is away while the network is there.
      else if (answer?.topic === topic && isUnreachable(error)) answer = undefined
      else return
      update()
    },
  }
}

function isUnreachable(error: Snapshot<unknown>['error']): boolean {
  return [error?.code, error?.context['reason']].includes('http_network')
}
