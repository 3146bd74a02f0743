/** The names that wallets give the Bitcoin networks. */
import type { BitcoinPrefix } from '../../core/chains/bitcoin-address.ts'
import type { CaipNetworkId } from '../../core/chains/caip.ts'
import { bitcoinMainnet, bitcoinSignet, bitcoinTestnet } from './networks.ts'

/** A network that wallets have a name for. */
export interface BitcoinNetwork {
  caipNetworkId: CaipNetworkId
  /** Name of the network. The Wallet Standard writes it as `bitcoin:mainnet`, injected wallets as `BITCOIN_MAINNET`. */
  word: string
  prefix: BitcoinPrefix
}

const networks: readonly BitcoinNetwork[] = [
  { caipNetworkId: `bip122:${bitcoinMainnet.id}`, word: 'mainnet', prefix: 'bc' },
  { caipNetworkId: `bip122:${bitcoinTestnet.id}`, word: 'testnet', prefix: 'tb' },
  { caipNetworkId: 'bip122:00000000da84f2bafbbc53dee25a72ae', word: 'testnet4', prefix: 'tb' },
  { caipNetworkId: `bip122:${bitcoinSignet.id}`, word: 'signet', prefix: 'tb' },
  { caipNetworkId: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328', word: 'regtest', prefix: 'bcrt' },
]

/** Finds a network by its CAIP-2 id or its name in wallets. Undefined if wallets have no name for it. */
export function findBitcoinNetwork(name: string): BitcoinNetwork | undefined {
  return networks.find(({ caipNetworkId, word }) => caipNetworkId === name || word === name)
}
