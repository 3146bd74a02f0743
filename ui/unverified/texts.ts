/** Of what came unasked. */
export const texts = {
  unverified: 'Unverified',
  count: 'Unverified ({n})',
  likelySpam: 'Likely spam. Nothing to do.',
  aboutTokens:
    'You did not ask for these. They count in no sum. Links in their names do not open here. Leave them alone and nothing happens.',
  aboutNfts:
    'You did not ask for these. Their pictures are not loaded, and links in their names do not open here. Leave them alone and nothing happens.',
  aboutActivity:
    'You did not ask for these. Links in their names do not open here. Leave them alone and nothing happens.',
  noName: 'No name',
  notRead: 'They could not be read',
  notKept: { one: '{n} older one is not kept.', other: '{n} older ones are not kept.' },
  showMore: 'Show {n} more',
  /** What was seen, by the code of the worker. */
  reasons: {
    flagged: 'The service marks it as spam',
    link: 'Its name is a web address',
    lure: 'Its name promises money',
    disguise: 'Unusual characters in its name',
    imitation: 'Bears the name of another',
    mass: 'Sent to many addresses at once',
    nothing: 'Moves nothing. Made by somebody else',
  },
  receivers: 'Sent to {n} addresses at once',
  sameSymbol: 'Not {symbol}: another contract',
  foreignLetters: 'Imitates {symbol} with foreign letters',
} as const
