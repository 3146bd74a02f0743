/** Data with its time as it comes from the store, where anything may have happened to it. */
import type { Known } from './context.ts'

/** Undefined when either is not what was written; `readData` answers undefined then. */
export function readKnown<Data>(
  value: unknown,
  readData: (data: unknown) => Data | undefined,
): Known<Data> | undefined {
  const { data, fetchedAt } = (value ?? {}) as { data?: unknown; fetchedAt?: unknown }
  const known = readData(data)
  return known !== undefined && isCount(fetchedAt) ? { data: known, fetchedAt } : undefined
}

/** An object with names, as JSON has them. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A whole number from 0 on: of things, of milliseconds since 1970. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
