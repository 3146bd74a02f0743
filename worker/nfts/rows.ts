/** Makes the rows of a page of the list, so that they fit into one message. */
import { toChecksumAddress } from '../../src/core/chains/checksum-address.ts'
import { MESSAGE_LIMIT } from '../../src/core/contract/protocol.ts'
import type { NftRow } from '../../src/core/assets/nfts.ts'

/**
 * A stored row. `count` is text, since JSON has no bigint. `block`: number of the block of the NFT's last move; 0 if
 * unknown.
 */
export type Holding = Omit<NftRow, 'count'> & { count: string; block: number }

/** Upper limit of a `data:` picture in a row, in bytes; most onchain drawings are below 4 kB. */
export const MAX_IMAGE_LENGTH = 8_192
/** Bytes for the fields around the rows, and for the longer encoding of bigints. */
const FRAME = 4_000

/**
 * The rows of one page of the list. Their texts always fit. `data:` pictures are added in the order of the rows while there
 * is room, since a row is useful without its picture.
 */
export function toRows(holdings: readonly Holding[]): NftRow[] {
  const bare = holdings.map(toBareRow)
  let room = MESSAGE_LIMIT - FRAME - getSize(bare)
  return bare.map((holding, at) => {
    const row = { ...holding, count: BigInt(holding.count) }
    const imageUrl = holdings[at]?.imageUrl
    if (imageUrl === undefined) return row
    const size = getSize(imageUrl) + '"imageUrl":,'.length
    if (size > MAX_IMAGE_LENGTH || size > room) return row
    room -= size
    return { ...row, imageUrl }
  })
}

function toBareRow(holding: Holding): Omit<Holding, 'imageUrl' | 'block'> {
  const { imageUrl: _, block: __, ...bare } = holding
  return bare.contract === undefined ? bare : { ...bare, contract: toChecksumAddress(bare.contract) }
}

function getSize(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length
}
