/**
 * Structural sharing: the new value with every unchanged part taken from the old one, so that an unchanged row keeps
 * its identity and re-renders nothing. Values are plain data from the worker, without circles.
 */
import { isRecord } from '../core/shapes.ts'

export function share<T>(old: T, next: T): T {
  if (Object.is(old, next)) return old
  if (Array.isArray(old) && Array.isArray(next)) {
    const merged = next.map((item: unknown, index) => share(old[index] as unknown, item))
    return old.length === merged.length && merged.every((item, index) => item === old[index])
      ? old
      : (merged as T)
  }
  if (isRecord(old) && isRecord(next)) {
    const merged: Record<string, unknown> = {}
    const keys = Object.keys(next)
    let same = keys.length === Object.keys(old).length
    for (const key of keys) {
      merged[key] = share(old[key], next[key])
      same &&= Object.hasOwn(old, key) && merged[key] === old[key]
    }
    return same ? old : (merged as T)
  }
  return next
}
