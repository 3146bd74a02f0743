/** Of the network that the wallet is on. */
export const texts = {
  chip: 'Network: {network}',
  whatIsANetwork: 'What is a network?',
  notServed: '{site} does not run on this network',
  notServedText: '{wallet} is on {network}. Your tokens there are safe.',
  other: 'Another network',
  otherText: '{wallet} is on {network}. Figures are shown on {site}’s own networks.',
} as const
