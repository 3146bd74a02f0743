/** Bytes as text, in the two ways in which wallets take and give them. What is not such text is undefined. */

export function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

export function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Without a mark. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function fromHex(text: string): Uint8Array | undefined {
  if (!/^([0-9a-f]{2})+$/i.test(text)) return undefined
  return Uint8Array.from(text.match(/../g)!, (pair) => Number.parseInt(pair, 16))
}
