/** Texts of the wallet directory. */
import { catalogue } from '../../src/base/catalogue.ts'

export const texts = catalogue('allWallets', {
  title: 'All wallets',
  search: 'Search wallets',
  searchAll: { one: 'Search {n} wallet', other: 'Search {n} wallets' },
  found: { one: '{n} wallet', other: '{n} wallets' },
  searching: 'Searching',
  tile: '{wallet}, {method}',
  methods: {
    installed: 'Installed',
    qr: 'QR code',
    app: 'App on this phone',
    web: 'Web',
    download: 'Download',
  },
  certified: 'Certified only',
  code: 'Connect with a QR code',
  reading: 'Loading wallets',
  unreadable: 'Couldn’t load wallets',
  moreUnreadable: 'Couldn’t load more wallets.',
  unsearchable: 'Search failed',
  tryAgain: 'Try again',

  nothing: 'No wallet found',
  nothingText: 'No wallet for {site} matches “{words}”.',
  nothingCertified: 'No certified wallet for {site} matches “{words}”.',
  none: 'No wallets listed',
  noneText: 'No listed wallet supports {site}’s networks.',
  showAll: 'Show all wallets',
  notCertified: 'Include wallets that aren’t certified',
  showCode: 'Show a QR code',
  getAWallet: 'Get a wallet',
  whatIsAWallet: 'What is a wallet?',
})
