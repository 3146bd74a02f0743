/** Money and history that could not be fetched: told once, and taken back with its cause. The view keeps saying it. */
import type { TopicName } from '../core/protocol.ts'
import type { Snack, Snacks } from './snacks.ts'

export interface ToldFailures {
  tell(topic: TopicName): void
  /** It could be fetched again. */
  takeBack(topic: TopicName): void
  /** They are of an account that is shown no more. */
  takeBackAll(): void
}

/** Of which topics it is told. */
const codes: { [T in TopicName]?: 'balance_unavailable' | 'history_failed' } = {
  portfolio: 'balance_unavailable',
  activity: 'history_failed',
}

export function createToldFailures(snacks: Snacks): ToldFailures {
  const told = new Map<TopicName, Snack>()

  function takeBack(topic: TopicName): void {
    const snack = told.get(topic)
    if (snack) snacks.withdraw(snack)
    told.delete(topic)
  }

  return {
    tell(topic) {
      const code = codes[topic]
      if (!code) return
      takeBack(topic)
      const snack: Snack = { variant: 'error', message: { code } }
      told.set(topic, snack)
      snacks.show(snack)
    },
    takeBack,
    takeBackAll() {
      for (const topic of told.keys()) takeBack(topic)
    },
  }
}
