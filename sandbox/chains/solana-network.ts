/** The sandbox's Solana network, with its names for pages and for the Wallet Standard. */
export const solanaLocalnet = {
  id: 'localnet',
  chainNamespace: 'solana',
  caipNetworkId: 'solana:localnet',
  name: 'Solana Local',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  testnet: true,
} as const
