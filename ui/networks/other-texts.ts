/** Of other networks, and the ways to them. */
export const texts = {
  networks: 'Networks',
  mayNotOffer: '{wallet} may not offer every network. {help}',
  search: 'Search networks',
  found: { one: '{n} network', other: '{n} networks' },
  nothing: 'No network of that name',
  nothingText: {
    one: '{site} runs on {n} network. It is not called “{words}”.',
    other: '{site} runs on {n} networks. None is called “{words}”.',
  },
  showAll: 'Show all networks',
  stay: 'Stay on {network}',
  withWallet: 'With {wallet}',
  notConnected: 'Not connected',
  notApproved: '{wallet} shares no account there',
  chooseThere: 'To use other networks, connect {wallet} again and choose them there. {help}',
  noAccount: 'No account on {network} yet',
  noAccountText:
    '{wallet} is connected on {chain}, and stays so. {network} needs an account of its own beside it.',
  connectWith: 'Connect {wallet}',
  chooseWallet: 'Choose a wallet',
  chooseOther: 'Choose another wallet',
  switchNetwork: 'Switch network',
  switchTo: 'Switch to {network}',
  asks: '{wallet} asks whether it should go to {network}. No money moves.',
  disconnect: 'Disconnect {wallet}',
} as const
