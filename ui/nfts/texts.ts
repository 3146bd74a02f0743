/** Of NFTs. */
export const texts = {
  nfts: 'NFTs',
  reading: 'Reading NFTs',
  failed: 'NFTs unavailable',
  empty: 'No NFTs yet',
  emptyText: 'This address holds none on {network}. Other networks may.',
  fromActivity: 'From your activity: what arrived and did not leave.',
  unseen: 'Not looked at yet: {n} that moved here.',
  countOf: '{count} × {collection}',
  count: '{count} ×',
} as const
