/** Bitcoin's public networks. */
import type { NetworkInput } from '../../core/chains/networks.ts'

const BTC = { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }
/** Billfold uses no Bitcoin nodes. */
const rpcUrls = { default: { http: [] } }

/**
 * A network's id is the start of the hash of its first block.
 * @see https://namespaces.chainagnostic.org/bip122/caip2
 */
export const bitcoinMainnet = {
  id: '000000000019d6689c085ae165831e93',
  chainNamespace: 'bip122',
  name: 'Bitcoin',
  nativeCurrency: BTC,
  rpcUrls,
  blockExplorers: { default: { name: 'mempool.space', url: 'https://mempool.space' } },
} as const satisfies NetworkInput

export const bitcoinTestnet = {
  id: '000000000933ea01ad0ee984209779ba',
  chainNamespace: 'bip122',
  name: 'Bitcoin Testnet',
  nativeCurrency: BTC,
  rpcUrls,
  blockExplorers: { default: { name: 'mempool.space', url: 'https://mempool.space/testnet' } },
  testnet: true,
} as const satisfies NetworkInput

export const bitcoinSignet = {
  id: '00000008819873e925422c1ff0f99f7c',
  chainNamespace: 'bip122',
  name: 'Bitcoin Signet',
  nativeCurrency: BTC,
  rpcUrls,
  blockExplorers: { default: { name: 'mempool.space', url: 'https://mempool.space/signet' } },
  testnet: true,
} as const satisfies NetworkInput
