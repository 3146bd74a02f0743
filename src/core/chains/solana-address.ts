import { fromBase58 } from './byte-text.ts'

/** 32 to 44 base58 digits that decode to 32 bytes: some Bitcoin and Tron addresses pass the form check alone (T9). */
export function isSolanaAddress(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) && fromBase58(text)?.length === 32
}
