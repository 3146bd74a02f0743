/** The 32-bit FNV-1a hash of a text. Different texts may have the same hash; callers must tolerate that. */
export function toFingerprint(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
