/** Texts for wallets that are not installed, and for accounts whose data is still stored. */
import { catalogue } from '../../src/base/catalogue.ts'

export const texts = catalogue('connectMore', {
  allWallets: 'All wallets',
  unreadable: 'Couldn’t load more wallets.',
  tryAgain: 'Try again',
  forget: 'Forget {wallet} on this device',

  consentBoth: 'I accept {site}’s {terms} and {privacy}.',
  consentDocument: 'I accept {site}’s {document}.',

  noWallet: 'No wallet found in this browser',
  noWalletOf: 'No {chain} wallet found in this browser',
  noWalletText:
    'If you just installed one, reload this page. On a phone, open this page in your wallet’s browser.',
  reload: 'Reload this page',
  get: 'Get',
  copyLink: 'Copy page link',
})
