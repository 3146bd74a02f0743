/** Tokens that are one of a kind (ERC-721) or of a small series (ERC-1155). */
import type { ListHead } from './list.ts'

export interface NftsHead extends ListHead {
  /** `chain`: read from the chain's own Transfer logs. `activity`: netted from the loaded activity. */
  source: 'chain' | 'activity'
  /**
   * Tokens that moved here and could not be looked at yet: more turns are needed, the node said nothing, or there are too
   * many of them. Whether they are held is not known.
   */
  unseen: number
}

export interface NftRow {
  /** `contract/tokenId`; for source `activity` the name. */
  id: string
  name: string
  collection?: string
  /** https or data:image, checked. */
  imageUrl?: string
  contract?: string
  tokenId?: string
  /** More than 1 only for ERC-1155. */
  count: bigint
}
