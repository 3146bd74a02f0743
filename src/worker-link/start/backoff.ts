/** Backoff after worker failures: how long to wait before the next start, and which ways to skip. */
import type { WorkerMode } from '../../core/contract/protocol.ts'

export interface BackoffState {
  /** Ways of starting that are passed over on this page. */
  readonly skip: ReadonlySet<WorkerMode>
  onStarted(): void
  /** No way led to a worker. */
  onFailed(): void
  /** @param age how long the worker lived; milliseconds. */
  onLost(mode: WorkerMode, age: number): void
  /** A worker runs, but has not all of Billfold: only this thread has. */
  onDomainMissing(): void
  /** Milliseconds before the next start: none after the first trouble, then twice as long each time. */
  getPause(): number
}

const MAX_PAUSE = 8_000
/** A worker that lived this long was healthy: its loss starts from the shortest pause again. */
const HEALTHY = 30_000
/** Losses in a row after which a way of starting is passed over. */
const MAX_LOSSES = 4

export function createBackoff(): BackoffState {
  const skip = new Set<WorkerMode>()
  /** Workers in a row that were lost, and starts in a row that no way led to. */
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
