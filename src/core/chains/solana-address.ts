import { fromBase58 } from './byte-text.ts'

/**
 * Whether a text is 32 to 44 base58 digits that decode to 32 bytes. Digits and length alone do not suffice: some
 * Bitcoin and Tron addresses have the same form (T9).
 */
export function isSolanaAddress(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) && fromBase58(text)?.length === 32
}
