/** Shapes that are checked by hand: of what a page loads before the modal opens. Everything else uses `schemas.ts`. */

/** An object with names, as JSON has them. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A whole number from 0 on: of things, of milliseconds since 1970. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}
