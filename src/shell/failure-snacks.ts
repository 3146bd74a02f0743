/**
 * Messages about failed fetches of the balance and the history. A message is shown once, as soon as the modal is open,
 * and withdrawn after a successful fetch. The view of the data shows the failure as well.
 */
import type { ReadonlySignal } from '@preact/signals-core'
import type { ErrorRecord } from '../core/base/errors.ts'
import type { TopicName } from '../core/contract/protocol.ts'
import type { Snack, Snacks } from '../base/snacks.ts'

export interface FailureSnacks {
  onFailure(topic: TopicName, error?: ErrorRecord): void
  /** Called when the topic was fetched again. */
  onRecovery(topic: TopicName): void
  /** Withdraws all messages. Call it when another account is shown. */
  takeBackAll(): void
  stop(): void
}

/** The topics whose failures are shown. */
const codes: { [T in TopicName]?: 'balance_unavailable' | 'history_failed' } = {
  portfolio: 'balance_unavailable',
  activity: 'history_failed',
}

export function createFailureSnacks(snacks: Snacks, isOpen: ReadonlySignal<boolean>): FailureSnacks {
  /**
   * Failed topics, each with the message on show. Undefined if the message must still be shown, since the modal was
   * closed.
   */
  const reported = new Map<TopicName, Snack | undefined>()

  function report(topic: TopicName, error?: ErrorRecord): void {
    const code = codes[topic]
    // On an unsupported network, report a missing balance (A162), but not a missing history.
    const isMissing = topic === 'activity' && error?.code === 'network_unsupported'
    if (!code || isMissing) return
    takeBack(topic)
    const snack: Snack | undefined = isOpen.peek() ? { variant: 'error', message: { code } } : undefined
    reported.set(topic, snack)
    if (snack) snacks.show(snack)
  }

  function takeBack(topic: TopicName): void {
    const snack = reported.get(topic)
    if (snack) snacks.withdraw(snack)
    reported.delete(topic)
  }

  const stop = isOpen.subscribe((open) => {
    if (open) for (const [topic, snack] of reported) if (!snack) report(topic)
  })

  return {
    onFailure: report,
    onRecovery: takeBack,
    takeBackAll() {
      for (const topic of reported.keys()) takeBack(topic)
    },
    stop,
  }
}
