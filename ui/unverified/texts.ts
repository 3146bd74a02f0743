/** Texts of the unverified views. */
import { catalogue } from '../../src/base/catalogue.ts'

export const texts = catalogue('unverified', {
  unverified: 'Unverified',
  count: 'Unverified ({n})',
  likelySpam: 'Likely spam. No action needed.',
  aboutTokens:
    'You didn’t request these tokens, and can safely ignore them. They aren’t in your total, and links in their names don’t open here.',
  aboutNfts:
    'You didn’t request these NFTs, and can safely ignore them. Their pictures aren’t loaded, and links in their names don’t open here.',
  aboutActivity:
    'You didn’t request these transactions, and can safely ignore them. Links in their names don’t open here.',
  noName: 'No name',
  notRead: 'Couldn’t load these',
  notKept: { one: '{n} older one isn’t stored.', other: '{n} older ones aren’t stored.' },
  showMore: 'Show {n} more',
  /** Why an item is unverified, by the worker's codes. */
  reasons: {
    flagged: 'Marked as spam by the service',
    link: 'Name contains a link',
    lure: 'Name promises money',
    disguise: 'Name has unusual characters',
    imitation: 'Imitates another name',
    mass: 'Sent to many addresses at once',
    nothing: 'Moves nothing. Created by someone else',
  },
  receivers: 'Sent to {n} addresses at once',
  sameSymbol: 'Not {symbol}: different contract',
  foreignLetters: 'Imitates {symbol} with lookalike letters',
})
