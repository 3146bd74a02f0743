/** The sandbox's Bitcoin network, with its names for pages and for the Wallet Standard. It has no node. */
export const bitcoinRegtest = {
  id: '0f9188f13cb7b2c71f2a335e3a4fc328',
  chainNamespace: 'bip122',
  /** CAIP-2: the first half of the genesis block's hash. @see https://namespaces.chainagnostic.org/bip122/caip2 */
  caipNetworkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  name: 'Bitcoin Regtest',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: { default: { http: [] } },
  testnet: true,
  standardChain: 'bitcoin:regtest',
} as const
