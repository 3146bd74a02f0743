/** Of networks. */
export const texts = {
  networks: 'Networks',
  chip: 'Network: {network}',
  mayNotOffer: '{wallet} may not offer every network.',
  switchNetwork: 'Switch network',
  switchTo: 'Switch to {network}',
  asks: '{wallet} asks whether it should go to {network}. No money moves.',
  disconnect: 'Disconnect {wallet}',
  notServed: '{site} does not run on this network',
  notServedText: '{wallet} is on {network}. Your tokens there are safe.',
  other: 'Another network',
  otherText: '{wallet} is on {network}. Figures are shown on {site}’s own networks.',
} as const
