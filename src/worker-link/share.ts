/**
 * Structural sharing: returns the new value, with each unchanged part taken from the old one, so that an unchanged row
 * keeps its identity and is not rendered again. Values are plain data without circular references.
 */
export function share<T>(old: T, next: T): T {
  if (Object.is(old, next)) return old
  if (Array.isArray(old) && Array.isArray(next)) {
    const merged = next.map((item: unknown, index) => share(old[index] as unknown, item))
    return old.length === merged.length && merged.every((item, index) => item === old[index])
      ? old
      : (merged as T)
  }
  if (isRecord(old) && isRecord(next)) {
    let same = Object.keys(next).length === Object.keys(old).length
    // Use `fromEntries`: assigning the key `__proto__` would change the prototype.
    const merged = Object.entries(next).map(([key, value]) => {
      const before = Object.hasOwn(old, key) ? old[key] : undefined
      const now = share(before, value)
      same &&= Object.hasOwn(old, key) && now === before
      return [key, now]
    })
    return same ? old : (Object.fromEntries(merged) as T)
  }
  return next
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
