/** Of networks. */
export const texts = {
  networks: 'Networks',
  mayNotOffer: '{wallet} may not offer every network.',
  switchNetwork: 'Switch network',
} as const
