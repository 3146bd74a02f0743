/** Removes data that could identify a person or an action from a text: addresses, hashes, keys, and queries of URLs. */
export function scrub(text: string): string {
  return text
    .replace(/\b([a-z][a-z\d+.-]{1,15}:\/\/[^\s?#]{1,300})[?#]\S*/gi, '$1')
    .replace(/\b0x[\da-f]{8,}/gi, '0x…')
    .replace(/[A-Za-z\d_-]{20,}/g, '…')
}
