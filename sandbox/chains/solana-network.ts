/** The Solana network of the sandbox, as a page names it and as the Wallet Standard does. */
export const solanaLocalnet = {
  id: 'localnet',
  chainNamespace: 'solana',
  caipNetworkId: 'solana:localnet',
  name: 'Solana Local',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  testnet: true,
} as const
