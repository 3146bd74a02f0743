/** Snapshots that the page creates itself. */
import { toErrorRecord } from '../base/errors.ts'
import type { Snapshot } from './protocol.ts'

/** A failed snapshot without data. Its reader keeps earlier data. */
export function failedSnapshot(error: unknown): Snapshot<never> {
  return { data: undefined, fetchedAt: undefined, status: 'failed', error: toErrorRecord(error) }
}
