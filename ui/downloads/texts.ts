/** Texts for getting a wallet. */
import { catalogue } from '../../src/base/catalogue.ts'

export const texts = catalogue('downloads', {
  title: 'Get {wallet}',
  wallet: 'a wallet',
  stores: 'Download',
  app_store: 'iPhone and iPad',
  play_store: 'Android',
  chrome_store: 'Browser extension',
  homepage: 'Website',
  appStore: 'App Store',
  googlePlay: 'Google Play',
  chromeWebStore: 'Chrome Web Store',
  copies: 'Beware of fakes. Before you install, check that the developer is the one named on {domain}.',
  copiesOnly: 'Beware of fakes. Before you install, check who the developer is.',
  nowhere: 'No download found',
  chooseOther: 'Choose another wallet',
  nowhereText: 'The wallet list has no download link for {wallet}.',

  getAWallet: 'Get a wallet',
  some: 'Suggested wallets',
  reading: 'Loading wallets',
  unreadable: 'Couldn’t load wallets',
  guide: 'Compare more wallets',
  guideText: 'Opens {domain} in a new tab. Come back when you have a wallet.',
})
