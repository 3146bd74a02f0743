/** Snapshots that the page creates itself. */
import { toErrorRecord } from '../base/errors.ts'
import type { Snapshot } from './protocol.ts'

/** A failed snapshot without data. A reader keeps the data of the snapshot before. */
export function failedSnapshot(error: unknown): Snapshot<never> {
  return { data: undefined, fetchedAt: undefined, status: 'failed', error: toErrorRecord(error) }
}
