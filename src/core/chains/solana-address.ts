import { fromBase58 } from './byte-text.ts'

/**
 * Whether a text is 32 to 44 base58 digits that decode to 32 bytes. The form alone does not suffice: some Bitcoin and
 * Tron addresses have it (T9).
 */
export function isSolanaAddress(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) && fromBase58(text)?.length === 32
}
