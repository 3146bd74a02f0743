/** Texts of the NFT views. */
import { catalogue } from '../../src/base/catalogue.ts'

export const texts = catalogue('nfts', {
  nfts: 'NFTs',
  nft: 'NFT',
  reading: 'Loading NFTs',
  failed: 'Couldn’t load NFTs',
  empty: 'No NFTs yet',
  emptyText: 'This address has no NFTs on {network}.',
  othersMay: 'This address has no NFTs on {network}. It may have some on other networks.',
  emptyButUnverified: 'Only unverified NFTs on {network}.',
  fromActivity: 'Based on your activity: NFTs that arrived and haven’t left.',
  unseen: {
    one: 'There may be {n} more NFT. We haven’t checked it yet.',
    other: 'There may be {n} more NFTs. We haven’t checked them yet.',
  },
  countOf: '{count} × {collection}',
  count: '{count} ×',

  unverified: 'Unverified',
  unverifiedNft: 'Unverified NFT',
  whyUnverified: 'You didn’t request this NFT. {reason}.',

  holdsMany: 'You hold {count}',
  collection: 'Collection',
  tokenId: 'Token ID',
  contract: 'Contract',
  network: 'Network',
  readingNft: 'Loading details',
  detailsFailed: 'Couldn’t load the description.',
  tryAgain: 'Try again',
  itsText: 'Text from the NFT. Links don’t open here.',
  viewOnExplorer: 'View in explorer',
  noPicture: 'Couldn’t load the picture.',
  notLoaded: 'Picture not loaded',
  tellsHost: 'Loading it shows your IP address to {host}.',
  notAsked: 'Hidden for your safety.',
  showPicture: 'Show picture',
  loadingPicture: 'Loading picture',
})
