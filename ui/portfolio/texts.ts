/** Of tokens. */
export const texts = {
  tokens: 'Tokens',
  reading: 'Reading tokens',
  failed: 'Token balance unavailable',
  noTokens: 'No tokens yet',
  holdsNothing: 'This address holds nothing on {network}. Other networks may.',
  other: 'Other',
  unreadable: { one: '{n} item could not be read', other: '{n} items could not be read' },
  unusual: 'Unusual characters in its name',
  notCounted: 'Not counted',
  noPrice: 'No price',
  each: '{price} each',
} as const
