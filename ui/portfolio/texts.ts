/** Texts of the token views. */
import { catalogue } from '../../src/base/catalogue.ts'

export const texts = catalogue('portfolio', {
  tokens: 'Tokens',
  reading: 'Loading tokens',
  failed: 'Token balance unavailable',
  noTokens: 'No tokens yet',
  holdsNothing: 'This address has no tokens on {network}.',
  othersMay: 'This address has no tokens on {network}. It may have some on other networks.',
  other: 'Other',
  unreadable: { one: '{n} item couldn’t be loaded', other: '{n} items couldn’t be loaded' },
  unusual: 'Name has unusual characters',
  notCounted: 'Not in your total',
  noPrice: 'No price',
  each: '{price} each',

  send: 'Send',
  yourBalance: 'Your balance',
  exact: 'Exact balance',
  price: 'Price',
  network: 'Network',
  share: 'Share of your tokens',
  contract: 'Contract',
  viewOnExplorer: 'View in explorer',
  compare: 'It’s named “{name}”. Check the contract to be sure which token it is.',
  noDecimals: 'It has no decimals, like a ticket or pass, so it’s not included in your total.',
})
