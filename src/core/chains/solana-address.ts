import { fromBase58 } from './byte-text.ts'

/** 32 to 44 base58 digits that stand for a key of 32 bytes: some addresses of Bitcoin and Tron have the form alone (T9). */
export function isSolanaAddress(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) && fromBase58(text)?.length === 32
}
