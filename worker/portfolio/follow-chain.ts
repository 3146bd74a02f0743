/**
 * Polls the network's node, if the page names one, to notice blocks that touch an account: each transaction of the account
 * raises the nonce, each payment or fee changes the balance, and incoming tokens create a log.
 */
import { BillfoldError, hasCode } from '../../src/core/base/errors.ts'
import type { Clock, Tabs } from '../base/context.ts'
import { sleep } from '../../src/core/base/wait.ts'

export interface FollowOptions {
  clock: Clock
  tabs: Pick<Tabs, 'lead'>
  /** Key of the lock by which only one of the tabs that watch the account polls the node. */
  key: string
  /** Reads the values that a block changes if it touches the account. Equal texts mean that nothing has changed. */
  look(): Promise<string>
  onTouched(): void
  signal: AbortSignal
}

/** Pause between two reads: a block is noticed within 5 s. Milliseconds. */
const PAUSE = 3_000
const MAX_PAUSE = 30_000

/** Polls until the signal is aborted; then resolves. */
export async function followChain(options: FollowOptions): Promise<void> {
  const { tabs, key, signal } = options
  const begin = () => {
    void keepPolling(options)
    return () => Promise.reject(new BillfoldError('leader_missing', 'There is no node to ask here.'))
  }
  try {
    await tabs.lead(`chain/${key}`, signal, begin)
  } catch (error) {
    // If no tab can lead, each tab polls by itself.
    if (!hasCode(error, 'leader_missing')) throw error
    await keepPolling(options)
  }
}

async function keepPolling({ clock, look, onTouched, signal }: FollowOptions): Promise<void> {
  let seen: string | undefined
  let failures = 0
  /**
   * Whether the last poll noticed a change. If so, the next poll reports it once more, since the API may be some seconds
   * behind the node.
   */
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
