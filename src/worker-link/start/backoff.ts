/** Backoff after worker failures: how long to wait before the next start, and which start strategies to skip. */
import type { WorkerMode } from '../../core/contract/protocol.ts'

export interface BackoffState {
  /** Start strategies that are skipped until the web page is reloaded. */
  readonly skip: ReadonlySet<WorkerMode>
  onStarted(): void
  /** Called when no start strategy has worked. */
  onFailed(): void
  /** Called when a worker is lost. @param age how long the worker ran; milliseconds */
  onLost(mode: WorkerMode, age: number): void
  /** Called when a worker cannot load all of Billfold's files. Then only the page's own thread can run Billfold. */
  onDomainMissing(): void
  /** Pause before the next start, in milliseconds: 0 after the first failure, then doubled each time. */
  getPause(): number
}

const MAX_PAUSE = 8_000
/** A worker that ran this long was healthy: when it is lost, the pauses begin at the shortest again. Milliseconds. */
const HEALTHY = 30_000
/** After this many losses in a row, the start strategy is skipped. */
const MAX_LOSSES = 4

export function createBackoff(): BackoffState {
  const skip = new Set<WorkerMode>()
  /** `losses`: workers lost in a row. `failures`: starts in a row for which no strategy has worked. */
  let losses = 0
  let failures = 0

  return {
    skip,
    onStarted() {
      failures = 0
    },
    onFailed() {
      failures += 1
    },
    onLost(mode, age) {
      losses = age > HEALTHY ? 1 : losses + 1
      if (losses < MAX_LOSSES) return
      skip.add(mode)
      losses = 0
    },
    onDomainMissing() {
      for (const mode of ['caller', 'asset', 'module', 'blob'] as const) skip.add(mode)
    },
    getPause() {
      const count = losses + failures
      return count <= 1 && skip.size === 0 ? 0 : Math.min(MAX_PAUSE, 250 * 2 ** count)
    },
  }
}
