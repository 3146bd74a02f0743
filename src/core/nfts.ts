/** Tokens that are one of a kind (ERC-721) or of a small series (ERC-1155). */
import type { ListHead } from './list.ts'

export interface NftsHead extends ListHead {
  /** `chain`: read from the chain's own Transfer logs. `activity`: netted from the loaded activity. */
  source: 'chain' | 'activity'
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
