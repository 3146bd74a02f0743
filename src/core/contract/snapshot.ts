/** Snapshots that the page makes itself. */
import { toErrorRecord } from '../base/errors.ts'
import type { Snapshot } from './protocol.ts'

/** Without data: the reader keeps its last data. */
export function failedSnapshot(error: unknown): Snapshot<never> {
  return { data: undefined, fetchedAt: undefined, status: 'failed', error: toErrorRecord(error) }
}
