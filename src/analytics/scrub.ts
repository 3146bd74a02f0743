/** Shortens addresses, hashes and keys in a text, and removes queries of URLs: they could identify a person or an action. */
export function scrub(text: string): string {
  return text
    .replace(/\b([a-z][a-z\d+.-]{1,15}:\/\/[^\s?#]{1,300})[?#]\S*/gi, '$1')
    .replace(/\b0x[\da-f]{8,}/gi, '0x…')
    .replace(/[A-Za-z\d_-]{20,}/g, '…')
}
