/** Of getting a wallet. */
export const texts = {
  title: 'Get {wallet}',
  wallet: 'a wallet',
  stores: 'Where it is to be had',
  app_store: 'iPhone and iPad',
  play_store: 'Android',
  chrome_store: 'Browser extension',
  homepage: 'Website',
  appStore: 'App Store',
  googlePlay: 'Google Play',
  chromeWebStore: 'Chrome Web Store',
  copies: 'Copies exist. Before you install, check that the maker is who {domain} says.',
  copiesOnly: 'Copies exist. Before you install, check who the maker is.',
  nowhere: 'No download is known',
  nowhereText: 'The list of wallets does not say where {wallet} is to be had.',

  getAWallet: 'Find a wallet',
  some: 'Some wallets',
  reading: 'Reading the list of wallets',
  unreadable: 'The list of wallets could not be read',
  guide: 'Compare more wallets',
  guideText: 'Opens {domain} in a new tab. Come back when you have one.',
} as const
