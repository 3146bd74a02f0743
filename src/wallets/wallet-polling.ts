/**
 * When a wallet that is followed is asked: soon after it says that something changed, when the page is shown again, and
 * again and again, with longer pauses, while it settles nothing.
 */
import { createFrameTask } from '../base/frame-task.ts'

export interface WalletPolling {
  /** Once in the next frame, however often that is said (F13). */
  soon(): void
  /** A request is open; if it is not answered in time, the wallet is asked again. */
  begin(): void
  /** The answer was not conclusive: ask again after a pause. */
  again(): void
  /** The answer is valid: pauses are short again. @param isLast no later request is still open */
  settle(isLast: boolean): void
  stop(): void
}

/** How long to wait for a wallet's answer that needs no approval. Milliseconds. */
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

  /** A hidden page does not ask; it asks again when it is shown. */
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
