/** Reads stored data with the time at which it was fetched. */
import * as v from 'valibot'
import { count, parseOrNone } from '../../src/core/contract/schemas.ts'
import type { Cached } from './context.ts'

/** Undefined if the data or its time is invalid. */
export function readCached<Data>(
  value: unknown,
  data: v.GenericSchema<unknown, Data>,
): Cached<Data> | undefined {
  return parseOrNone(v.object({ data, fetchedAt: count }), value)
}
