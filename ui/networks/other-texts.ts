/** Texts for a wallet on a network that the page does not have. */
import { catalogue } from '../../src/base/catalogue.ts'

export const texts = catalogue('otherNetworks', {
  networks: 'Networks',
  mayNotOffer: '{wallet} may not support every network. {help}',
  search: 'Search networks',
  found: { one: '{n} network', other: '{n} networks' },
  nothing: 'No network found',
  nothingText: {
    one: '{site} uses {n} network. Its name doesn’t match “{words}”.',
    other: '{site} uses {n} networks. None matches “{words}”.',
  },
  showAll: 'Show all networks',
  stay: 'Stay on {network}',
  withWallet: 'With {wallet}',
  notConnected: 'Not connected',
  notApproved: '{wallet} doesn’t share an account there',
  chooseThere: 'To use other networks, reconnect {wallet} and choose them there. {help}',
  noAccount: 'No account on {network} yet',
  noAccountText: '{wallet} stays connected on {chain}. {network} needs a separate account.',
  connectWith: 'Connect {wallet}',
  chooseWallet: 'Choose a wallet',
  chooseOther: 'Choose another wallet',
  switchNetwork: 'Switch network',
  switchTo: 'Switch to {network}',
  asks: 'Approve the switch to {network} in {wallet}. No money moves.',
  disconnect: 'Disconnect {wallet}',
})
