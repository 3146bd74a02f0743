/** NFTs: tokens that are unique (ERC-721) or belong to a small series (ERC-1155). */
import type { ListHead } from '../contract/list.ts'
import type { UnverifiedReason } from './unverified.ts'

export interface NftsHead extends ListHead {
  /** `chain`: read from the chain's Transfer logs. `activity`: computed from the loaded activity. */
  source: 'chain' | 'activity'
  /**
   * Number of NFTs that the account has received and that could not be checked yet: more requests are needed, the node
   * did not answer, or there are too many NFTs. The account may no longer hold them.
   */
  unseen: number
  /** Index of the first unverified row; equals `total` if there is none. */
  unverifiedFrom: number
}

export interface NftRow {
  /** `contract/tokenId`; the name if the source is `activity`. */
  id: string
  name: string
  collection?: string
  /** https or data:image, checked. Absent for unverified NFTs: their pictures are fetched only if a person asks for them. */
  imageUrl?: string
  /** With its checksum (EIP-55). */
  contract?: string
  tokenId?: string
  /** More than 1 only for ERC-1155. */
  count: bigint
  /** Why the NFT is unverified; absent for verified NFTs. */
  unverified?: UnverifiedNft
}

export interface UnverifiedNft {
  reason: UnverifiedReason
  /** Number of addresses to which the same transaction sent an NFT; only with the reason `mass`. */
  receivers?: number
}

/** Details of one NFT, requested when a person opens it. */
export interface NftDetails {
  /** The creator's text, with line breaks. Links in it are plain text. */
  description?: string
  /** In the order of the NFT's metadata. */
  traits: readonly NftTrait[]
  /** The full picture, https or data:image. For an unverified NFT, present only after a person asked for it. */
  imageUrl?: string
  /**
   * Host of the picture's server, which learns from the request that the NFT is viewed. Absent if the picture comes
   * from no server.
   */
  host?: string
}

export interface NftTrait {
  name: string
  value: string
}
