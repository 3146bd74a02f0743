/**
 * Repeats the receiver check while a transfer is on show. The check compares the receiver with known receivers, to find
 * look-alikes (F26). It is repeated since the account's history may still be loading, and the receivers of the
 * account's tokens become known step by step.
 */
import type { CaipAddress } from '../core/chains/caip.ts'
import type { Shell } from '../shell/shell.ts'

/** Pause between two checks in milliseconds, and the highest number of repetitions. */
const PAUSE = 3_000
const MAX_TRIES = 25

type HistoryShell = Pick<Shell, 'features' | 'topic'>

/**
 * The account's activity. Undefined if the page has turned activity off, or if the account is not on an EVM network.
 */
export function getHistory({ features, topic }: HistoryShell, account: CaipAddress) {
  const isRead = account.startsWith('eip155:') && features.value.activity !== false
  return isRead ? topic('activity', { account }) : undefined
}

/**
 * Runs the check at once, and again until it is complete. Returns a stop function.
 * @param ask makes the check and resolves to whether it is complete; `signal` cancels it
 */
export function pollHistory(ask: (signal: AbortSignal) => Promise<boolean>): () => void {
  const controller = new AbortController()
  const { signal } = controller
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = async (left: number) => {
    const isAll = await ask(signal).catch(() => false)
    if (!isAll && left > 0 && !signal.aborted) timer = setTimeout(() => void run(left - 1), PAUSE)
  }
  void run(MAX_TRIES)
  return () => {
    clearTimeout(timer)
    controller.abort()
  }
}
