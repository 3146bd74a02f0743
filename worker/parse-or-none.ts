/** JSON from the store. Undefined for what is no text or no JSON: a cache with a hole begins anew. */
export function parseOrNone(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}
