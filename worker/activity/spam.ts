/** Why a transaction is unverified: by the API's flag, which only NFTs have, by names, or by amounts. */
import type { ActivityReason } from '../../src/core/assets/activity.ts'
import { memoize } from '../base/recent.ts'
import { getNameReason } from '../base/spam.ts'
import type { Transaction, Transfer } from './transaction.ts'

/**
 * Undefined for a normal transaction. Approvals and contract calls have no transfers, and are always normal (T4), as are
 * transactions that the account signed and those in which something left it.
 * @param address of the account, in lower case.
 */
export function getReason({ metadata, transfers }: Transaction, address: string): ActivityReason | undefined {
  if (!transfers || transfers.length === 0) return undefined
  // A reason from the name is more specific than the flag.
  if (transfers.every(isFlagged)) return getNameReasonOf(transfers[0] as Transfer) ?? 'flagged'
  const { sentFrom } = metadata
  if (!sentFrom || sentFrom.toLowerCase() === address) return undefined
  // Anybody can make a transfer of zero in the account's name, to plant an address in the history.
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

/** Cached, since most of a history has the same few names. */
const getKnownReason = memoize(1_000, getNameReason)

function lookUp(name: string | null | undefined): ActivityReason | undefined {
  return name ? getKnownReason(name) : undefined
}
