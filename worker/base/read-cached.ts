/** Data with its time as it comes from the store, where anything may have happened to it. */
import * as v from 'valibot'
import { count, parseOrNone } from '../../src/core/contract/schemas.ts'
import type { Cached } from './context.ts'

/** Undefined when either is not what was written. */
export function readCached<Data>(
  value: unknown,
  data: v.GenericSchema<unknown, Data>,
): Cached<Data> | undefined {
  return parseOrNone(v.object({ data, fetchedAt: count }), value)
}
