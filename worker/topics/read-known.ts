/** Data with its time as it comes from the store, where anything may have happened to it. */
import type { Known } from '../context.ts'
import { isCount } from '../../src/core/shapes.ts'

/** Undefined when either is not what was written; `readData` answers undefined then. */
export function readKnown<Data>(
  value: unknown,
  readData: (data: unknown) => Data | undefined,
): Known<Data> | undefined {
  const { data, fetchedAt } = (value ?? {}) as { data?: unknown; fetchedAt?: unknown }
  const known = readData(data)
  return known !== undefined && isCount(fetchedAt) ? { data: known, fetchedAt } : undefined
}
