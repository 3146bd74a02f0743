/** Requests and validates the accounts of a Bitcoin wallet, which are untrusted. */
import type { Connector } from '../connector.ts'
import { type BitcoinScriptKind, getScriptKind, toBitcoinScript } from '../../core/chains/bitcoin-address.ts'
import type { CaipNetworkId } from '../../core/chains/caip.ts'
import { BillfoldError } from '../../core/base/errors.ts'
import { type BitcoinNetwork, findBitcoinNetwork } from './find-network.ts'
import { askForAddresses, askForNetwork } from './injected.ts'
import { walletOf } from '../standard/standard-wallet.ts'

export interface BitcoinReading {
  /** CAIP-2 of where the wallet is; absent for one that is on no network by itself, and while nothing is shared. */
  caipNetworkId?: CaipNetworkId
  accounts: readonly BitcoinAccount[]
}

export interface BitcoinAccount {
  address: string
  kind: BitcoinScriptKind
  /** CAIP-2. */
  networks: readonly CaipNetworkId[]
}

/** Most accounts that are read from one wallet. */
const MAX_ACCOUNTS = 100

/**
 * Accounts of a Wallet Standard wallet. Skips other namespaces and unknown networks, whose addresses cannot be checked.
 * @throws wallet_bad_account for anything but a list of accounts whose addresses are those of their networks,
 * wallet_bad_network
 */
export function readStandardAccounts(connector: Connector): BitcoinReading {
  const claims = readClaims(connector)
  if (!claims) throw badAccount(connector)
  const accounts = claims.flatMap(({ address, chains }) => {
    const known = chains.flatMap((chain) => findBitcoinNetwork(chain.slice('bitcoin:'.length)) ?? [])
    const account = toBitcoinAccount(address, known)
    if (!account && known.length > 0) throw badAccount(connector)
    return account ?? []
  })
  if (accounts.length === 0 && claims.length > 0) throw badNetwork(connector)
  return { accounts }
}

/** Of an injected wallet. @throws wallet_bad_account, wallet_bad_network, or what the wallet throws */
export async function readInjectedAccounts(connector: Connector): Promise<BitcoinReading> {
  const addresses = await askForAddresses(connector)
  if (!addresses) throw badAccount(connector)
  const [address] = addresses
  if (address === undefined) return { accounts: [] }
  const network = await askForNetwork(connector)
  if (!network) throw badNetwork(connector)
  const account = toBitcoinAccount(address, [network])
  if (!account) throw badAccount(connector)
  return { caipNetworkId: network.caipNetworkId, accounts: [account] }
}

/** Undefined for what is no address on any of these. */
function toBitcoinAccount(address: string, networks: readonly BitcoinNetwork[]): BitcoinAccount | undefined {
  const own = networks.flatMap(({ caipNetworkId, prefix }) => {
    const script = toBitcoinScript(address, prefix)
    return script ? { caipNetworkId, kind: getScriptKind(script) } : []
  })
  const [first] = own
  return first && { address, kind: first.kind, networks: own.map(({ caipNetworkId }) => caipNetworkId) }
}

interface Claim {
  address: string
  /** In the standard's words, such as `bitcoin:mainnet`. */
  chains: readonly string[]
}

function readClaims(connector: Connector): readonly Claim[] | undefined {
  try {
    return [...walletOf(connector).accounts]
      .slice(0, MAX_ACCOUNTS)
      .map(({ address, chains }) => ({ address: String(address), chains: [...chains].map(String) }))
      .filter(({ chains }) => chains.some((chain) => chain.startsWith('bitcoin:')))
  } catch {
    return undefined
  }
}

function badAccount({ name }: Connector): BillfoldError {
  return new BillfoldError(
    'wallet_bad_account',
    `Wallet returned invalid account: ${name} returned an invalid address for its Bitcoin network. Try again or use another wallet.`,
  )
}

export function badNetwork({ name }: Connector): BillfoldError {
  return new BillfoldError(
    'wallet_bad_network',
    `${name} has no account on this page’s Bitcoin networks. Choose another account or network there, or another wallet.`,
  )
}
