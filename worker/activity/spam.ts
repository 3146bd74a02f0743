/** Spam by the API's own flag, which only NFTs carry. */
import type { Transaction, Transfer } from './transaction.ts'

/**
 * True when there is at least one transfer and all are flagged. Approvals and calls of contracts move nothing, and
 * must not vanish because nothing of nothing is genuine (T4).
 */
export function isSpam({ transfers }: Transaction): boolean {
  return !!transfers && transfers.length > 0 && transfers.every(isFlagged)
}

function isFlagged({ nft_info }: Transfer): boolean {
  return nft_info?.flags?.is_spam === true
}
