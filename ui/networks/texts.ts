/** Of networks. */
export const texts = {
  networks: 'Networks',
  chip: 'Network: {network}',
  mayNotOffer: '{wallet} may not offer every network.',
  search: 'Search networks',
  clear: 'Clear',
  found: { one: '{n} network', other: '{n} networks' },
  nothing: 'No network of that name',
  nothingText: {
    one: '{site} runs on {n} network that {wallet} may know. None is called “{words}”.',
    other: '{site} runs on {n} networks that {wallet} may know. None is called “{words}”.',
  },
  showAll: 'Show all networks',
  switchNetwork: 'Switch network',
  switchTo: 'Switch to {network}',
  asks: '{wallet} asks whether it should go to {network}. No money moves.',
  disconnect: 'Disconnect {wallet}',
  notServed: '{site} does not run on this network',
  notServedText: '{wallet} is on {network}. Your tokens there are safe.',
  other: 'Another network',
  otherText: '{wallet} is on {network}. Figures are shown on {site}’s own networks.',
} as const
