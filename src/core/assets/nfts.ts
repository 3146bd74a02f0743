/** Tokens that are one of a kind (ERC-721) or of a small series (ERC-1155). */
import type { ListHead } from '../contract/list.ts'
import type { UnverifiedReason } from './unverified.ts'

export interface NftsHead extends ListHead {
  /** `chain`: read from the chain's own Transfer logs. `activity`: netted from the loaded activity. */
  source: 'chain' | 'activity'
  /**
   * Tokens that moved here but could not be checked yet, because more turns are needed, the node did not answer, or there
   * are too many. They may or may not be held.
   */
  unseen: number
  /** Index of the first unverified row; equals `total` without one. */
  unverifiedFrom: number
}

export interface NftRow {
  /** `contract/tokenId`; for source `activity` the name. */
  id: string
  name: string
  collection?: string
  /** https or data:image, checked. Absent for unverified NFTs: their pictures are fetched only on request. */
  imageUrl?: string
  /** With its checksum (EIP-55). */
  contract?: string
  tokenId?: string
  /** More than 1 only for ERC-1155. */
  count: bigint
  /** The signs that set it apart; absent for verified NFTs. */
  unverified?: UnverifiedNft
}

export interface UnverifiedNft {
  reason: UnverifiedReason
  /** How many addresses got one in the same transaction; with the reason `mass`. */
  receivers?: number
}

/** Details of one NFT, asked for when it is opened. */
export interface NftDetails {
  /** The creator's text, with line breaks; links are not clickable. */
  description?: string
  /** In the order of the description. */
  traits: readonly NftTrait[]
  /** The whole picture, as `NftRow.imageUrl`. For an unverified NFT, only after a person asked for it. */
  imageUrl?: string
  /** The server that would learn about this view from a request for the picture; absent if none would. */
  host?: string
}

export interface NftTrait {
  name: string
  value: string
}
