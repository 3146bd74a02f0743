/** Takes out of a text what could say who somebody is or what they did: addresses, hashes, keys, links' queries. */
export function scrub(text: string): string {
  return text
    .replace(/\b([a-z][a-z\d+.-]{1,15}:\/\/[^\s?#]{1,300})[?#]\S*/gi, '$1')
    .replace(/\b0x[\da-f]{8,}/gi, '0x…')
    .replace(/[A-Za-z\d_-]{20,}/g, '…')
}
