/** Of connecting a wallet. */
export const texts = {
  title: 'Connect to {site}',
  wallet: 'Wallet',
} as const
