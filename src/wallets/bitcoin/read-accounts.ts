/** Reads and validates the accounts of a Bitcoin wallet, which are untrusted. */
import type { Connector } from '../connector.ts'
import { type BitcoinScriptKind, getScriptKind, toBitcoinScript } from '../../core/chains/bitcoin-address.ts'
import type { CaipNetworkId } from '../../core/chains/caip.ts'
import { BillfoldError } from '../../core/base/errors.ts'
import { type BitcoinNetwork, findBitcoinNetwork } from './find-network.ts'
import { askForAddresses, askForNetwork } from './injected.ts'
import { walletOf } from '../standard/standard-wallet.ts'

export interface BitcoinReading {
  /**
   * CAIP-2 id of the wallet's network. Absent for a Wallet Standard wallet, which has no current network, and while no
   * account is shared.
   */
  caipNetworkId?: CaipNetworkId
  accounts: readonly BitcoinAccount[]
}

export interface BitcoinAccount {
  address: string
  kind: BitcoinScriptKind
  /** CAIP-2 ids. */
  networks: readonly CaipNetworkId[]
}

/** Upper limit of accounts that are read from one wallet. */
const MAX_ACCOUNTS = 100

/**
 * Reads the accounts of a Wallet Standard wallet. Skips accounts of other namespaces and of unknown networks, whose
 * addresses cannot be checked.
 * @throws wallet_bad_account if the accounts cannot be read or an address is invalid on its networks;
 * wallet_bad_network if all networks are unknown
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

/**
 * Reads the account of an injected wallet.
 * @throws wallet_bad_account, wallet_bad_network, or the wallet's own error
 */
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

/** Undefined if the address is invalid on all these networks. */
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
  /** Chains as the Wallet Standard names them, such as `bitcoin:mainnet`. */
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
