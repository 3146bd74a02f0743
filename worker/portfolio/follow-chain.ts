/**
 * Notices blocks that touch an account through the network's own node, if the page names one: the nonce grows with each
 * transaction, the balance changes with each payment and fee, and incoming tokens leave a log.
 */
import { BillfoldError, hasCode } from '../../src/core/base/errors.ts'
import type { Clock, Tabs } from '../base/context.ts'
import { sleep } from '../../src/core/base/wait.ts'

export interface FollowOptions {
  clock: Clock
  tabs: Pick<Tabs, 'lead'>
  /** Lock key: one of all tabs that watch the account asks the node. */
  key: string
  /** Reads the values that a block changes if it touches the account, as text. */
  look(): Promise<string>
  onTouched(): void
  signal: AbortSignal
}

/** Pause between two reads: a block is noticed within 5 s. Milliseconds. */
const PAUSE = 3_000
const MAX_PAUSE = 30_000

/** Resolves when the signal is aborted. */
export async function followChain(options: FollowOptions): Promise<void> {
  const { tabs, key, signal } = options
  const begin = () => {
    void keepPolling(options)
    return () => Promise.reject(new BillfoldError('leader_missing', 'There is no node to ask here.'))
  }
  try {
    await tabs.lead(`chain/${key}`, signal, begin)
  } catch (error) {
    // If tabs cannot take turns, each reads by itself.
    if (!hasCode(error, 'leader_missing')) throw error
    await keepPolling(options)
  }
}

async function keepPolling({ clock, look, onTouched, signal }: FollowOptions): Promise<void> {
  let seen: string | undefined
  let failures = 0
  /** The service may lag some seconds behind the node, so it is asked again after the next read. */
  let isRecent = false
  while (!signal.aborted) {
    const began = clock.now()
    try {
      const now = await look()
      if (signal.aborted) return
      const isNew = seen !== undefined && now !== seen
      if (isNew || isRecent) onTouched()
      isRecent = isNew
      seen = now
      failures = 0
    } catch {
      failures += 1
    }
    const pause = failures > 0 ? Math.min(PAUSE * 2 ** failures, MAX_PAUSE) : PAUSE
    await sleep(clock, Math.max(0, began + pause - clock.now()), signal).catch(() => {})
  }
}
