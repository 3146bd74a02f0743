/** The domain of NFTs, one file that imports nothing. */
import { registerDomain } from '../domain-registry.ts'
import { getNftDetails } from '../nfts/details.ts'
import { createNftsSource } from '../nfts/source.ts'

export { ownUrl } from '../../src/core/own-url.ts'
export const domain = registerDomain('nfts', { createNftsSource, getNftDetails })
