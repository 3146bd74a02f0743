/** Solana's public networks, and their names in the Wallet Standard. */
import type { CaipNetworkId } from '../../core/chains/caip.ts'
import type { NetworkInput } from '../../core/chains/networks.ts'

const SOL = { name: 'Solana', symbol: 'SOL', decimals: 9 }

/** A network's id is the start of its genesis hash. @see https://namespaces.chainagnostic.org/solana/caip2 */
export const solanaMainnet = {
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  chainNamespace: 'solana',
  name: 'Solana',
  nativeCurrency: SOL,
  rpcUrls: { default: { http: ['https://api.mainnet-beta.solana.com'] } },
  blockExplorers: { default: { name: 'Solana Explorer', url: 'https://explorer.solana.com' } },
} as const satisfies NetworkInput

export const solanaDevnet = {
  id: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  chainNamespace: 'solana',
  name: 'Solana Devnet',
  nativeCurrency: SOL,
  rpcUrls: { default: { http: ['https://api.devnet.solana.com'] } },
  testnet: true,
} as const satisfies NetworkInput

export const solanaTestnet = {
  id: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  chainNamespace: 'solana',
  name: 'Solana Testnet',
  nativeCurrency: SOL,
  rpcUrls: { default: { http: ['https://api.testnet.solana.com'] } },
  testnet: true,
} as const satisfies NetworkInput

const chains: Readonly<Record<string, SolanaChain>> = {
  [`solana:${solanaMainnet.id}`]: 'solana:mainnet',
  [`solana:${solanaDevnet.id}`]: 'solana:devnet',
  [`solana:${solanaTestnet.id}`]: 'solana:testnet',
}

export type SolanaChain = `solana:${'mainnet' | 'devnet' | 'testnet' | 'localnet'}`

/** Name of a network in the Wallet Standard. An unknown network is assumed to be a local one. */
export function toSolanaChain(caipNetworkId: CaipNetworkId): SolanaChain {
  return chains[caipNetworkId] ?? 'solana:localnet'
}
