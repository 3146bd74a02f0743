/**
 * Decides when a watched wallet is read: soon after it reports a change, when the web page is shown again, and
 * repeatedly, with growing pauses, until its answer is conclusive.
 */
import { createFrameTask } from '../base/frame-task.ts'

export interface WalletPolling {
  /** Reads the wallet in the next frame, once for all calls until then (F13). */
  soon(): void
  /** Call it when a request is sent. If the wallet does not answer in time, it is asked again. */
  begin(): void
  /** Call it after an answer that is not conclusive. Asks again after a pause. */
  again(): void
  /** Call it after a valid answer: the next pauses are short again. @param isLast whether no later request is open */
  settle(isLast: boolean): void
  stop(): void
}

/** How long to wait for an answer that needs no approval. Milliseconds. */
export const READ_LIMIT = 3_000

/** Pauses between requests to a wallet without a conclusive answer; the last one repeats. Milliseconds. */
const PAUSES = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000] as const

export function createWalletPolling(poll: () => void): WalletPolling {
  let misses = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const frame = createFrameTask(poll)
  const onShown = () => document.hidden || frame.schedule()
  document.addEventListener('visibilitychange', onShown)

  function cancel(): void {
    frame.cancel()
    clearTimeout(timer)
  }

  /** A hidden web page asks again only when it is shown. */
  function again(): void {
    clearTimeout(timer)
    timer = setTimeout(() => document.hidden || poll(), PAUSES[Math.min(misses, PAUSES.length - 1)])
    misses += 1
  }

  return {
    soon: frame.schedule,
    begin() {
      cancel()
      timer = setTimeout(again, READ_LIMIT)
    },
    again,
    settle(isLast) {
      if (isLast) clearTimeout(timer)
      misses = 0
    },
    stop() {
      cancel()
      document.removeEventListener('visibilitychange', onShown)
    },
  }
}
