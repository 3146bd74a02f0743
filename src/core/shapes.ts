/** Shapes of data from outside: of wallets, of the network, and of the store, where anything may have happened to it. */

/** An object with names, as JSON has them. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A whole number from 0 on: of things, of milliseconds since 1970. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
