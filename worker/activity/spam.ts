/** Decides why a transaction is unverified: by the API's spam flag (only NFTs have it), by names, or by amounts. */
import type { ActivityReason } from '../../src/core/assets/activity.ts'
import { memoize } from '../base/recent.ts'
import { getNameReason } from '../base/spam.ts'
import type { Transaction, Transfer } from './transaction.ts'

/**
 * Why the transaction is unverified; undefined for a normal transaction. A transaction without transfers, such as an
 * approval, is always normal (T4). These transactions are unverified only if the API flags every transfer: the account
 * signed the transaction, its signer is unknown, or the account sent something and not every amount is 0.
 * @param address the account's address in lower case; empty if the account is unknown
 */
export function getReason({ metadata, transfers }: Transaction, address: string): ActivityReason | undefined {
  if (!transfers || transfers.length === 0) return undefined
  // A reason found in the name is more specific than `flagged`.
  if (transfers.every(isFlagged)) return getNameReasonOf(transfers[0] as Transfer) ?? 'flagged'
  const { sentFrom } = metadata
  if (!sentFrom || sentFrom.toLowerCase() === address) return undefined
  // Anybody can transfer an amount of zero in the account's name, to plant an address in its history.
  if (transfers.every(isNothing)) return 'nothing'
  if (transfers.some(({ direction }) => direction !== 'in')) return undefined
  const reasons = transfers.map(getTransferReason)
  return reasons.includes(undefined) ? undefined : reasons[0]
}

function isFlagged({ nft_info }: Transfer): boolean {
  return nft_info?.flags?.is_spam === true
}

function isNothing({ nft_info, quantity }: Transfer): boolean {
  return !nft_info && /^0+(?:\.0+)?$/.test(quantity.numeric)
}

function getTransferReason(transfer: Transfer): ActivityReason | undefined {
  return getNameReasonOf(transfer) ?? (isFlagged(transfer) ? 'flagged' : undefined)
}

function getNameReasonOf({ fungible_info, nft_info }: Transfer): ActivityReason | undefined {
  return nft_info ? lookUp(nft_info.name) : (lookUp(fungible_info?.name) ?? lookUp(fungible_info?.symbol))
}

/** Memoised, since a history contains the same few names over and over. */
const getKnownReason = memoize(1_000, getNameReason)

function lookUp(name: string | null | undefined): ActivityReason | undefined {
  return name ? getKnownReason(name) : undefined
}
