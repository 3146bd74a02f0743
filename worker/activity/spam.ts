/** Why a transaction stands apart from the rest: by the API's own flag, which only NFTs carry, by names, by amounts. */
import type { ActivityReason } from '../../src/core/assets/activity.ts'
import { memoize } from '../base/recent.ts'
import { getNameReason } from '../base/spam.ts'
import type { Transaction, Transfer } from './transaction.ts'

/**
 * Undefined for what is shown. Approvals and calls of contracts move nothing, and must not vanish because nothing of
 * nothing is genuine (T4). What the account itself has signed was asked for, and what left it is never set apart.
 * @param address of the account, in lower case.
 */
export function getReason({ metadata, transfers }: Transaction, address: string): ActivityReason | undefined {
  if (!transfers || transfers.length === 0) return undefined
  // What can be seen says more than the flag.
  if (transfers.every(isFlagged)) return getNameReasonOf(transfers[0] as Transfer) ?? 'flagged'
  const { sentFrom } = metadata
  if (!sentFrom || sentFrom.toLowerCase() === address) return undefined
  // A transfer of nothing can be made in anybody's name, and plants an address into the history.
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

/** The same few names stand in most of a history. */
const getKnownReason = memoize(1_000, getNameReason)

function lookUp(name: string | null | undefined): ActivityReason | undefined {
  return name ? getKnownReason(name) : undefined
}
