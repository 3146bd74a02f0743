/**
 * EIP-1193 requests for wallets that are not in the web page (WalletConnect, email and social accounts), with the same
 * answers and errors for all. Billfold answers what it knows, a node answers reads, and the wallet gets the rest.
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
import { isNodeRead } from '../../core/chains/node-methods.ts'
import type { RequestArguments } from './eip1193.ts'
import {
  checkParameters,
  checkPermissions,
  type EvmState,
  namesSmartSession,
  readChainId,
  readList,
  toPermissions,
  toPlain,
} from './parameters.ts'
import { readRequest } from './read-request.ts'
import { toHexId } from './page-provider.ts'
import { rpcError } from './rpc-error.ts'
import { toWalletAnswer } from './to-rpc-error.ts'

/** What differs between these kinds of wallets. */
export interface EvmWallet {
  /** The wallet's name, for error messages. */
  getName(): string
  getState(): EvmState | Promise<EvmState>
  /** Whether the wallet accepts requests with this method. */
  takes(method: string): boolean
  ask(method: string, params: readonly unknown[] | object, chainId: number): Promise<unknown>
  /** Asks a node. */
  read(method: string, params: readonly unknown[], chainId: number): Promise<unknown>
  /** Switches the network; resolves when the wallet uses it for this page. @throws 4901, 4902 */
  goTo(chainId: number): Promise<void>
  /** Ends the connection, on this web page at once. */
  end(): Promise<void>
}

/**
 * Creates the function that answers EIP-1193 requests.
 * @throws 4100 if no account is shared or the request names another account; 4200 if the wallet does not accept the
 * method; 4901 or 4902 for another network; -32602 for malformed parameters; and the wallet's error as `toWalletAnswer`
 * converts it
 */
export function createEvmRequest(wallet: EvmWallet): (args: RequestArguments) => Promise<unknown> {
  async function answer({ method, params }: RequestArguments): Promise<unknown> {
    const ofSession = namesSmartSession(params) && wallet.takes(method)
    if (method === 'wallet_revokePermissions' && !ofSession) {
      checkPermissions(method, params)
      await wallet.end()
      return null
    }
    const state = await wallet.getState()
    const { addresses, chainId } = state
    if (method === 'eth_accounts') return [...addresses]
    if (method === 'eth_coinbase') return addresses[0] ?? null
    if (method === 'wallet_getPermissions') return toPermissions(addresses)
    if (chainId !== undefined && method === 'eth_chainId') return toHexId(chainId)
    if (chainId !== undefined && method === 'net_version') return String(chainId)
    if (addresses.length === 0 || chainId === undefined)
      throw rpcError(4100, `${wallet.getName()} shares no account on an EVM network.`)
    if (method === 'eth_requestAccounts') return [...addresses]
    if (method === 'wallet_requestPermissions') {
      checkPermissions(method, params)
      return toPermissions(addresses)
    }
    if (method === 'wallet_switchEthereumChain') {
      await wallet.goTo(readChainId(method, params))
      return null
    }
    if (wallet.takes(method)) {
      checkParameters(method, params, state, wallet.getName())
      return wallet.ask(method, toPlain(method, params), chainId)
    }
    if (isNodeRead(method)) return wallet.read(method, readList(method, params), chainId)
    throw rpcError(4200, `${wallet.getName()} has not approved ${method}.`)
  }

  return async (args) => {
    try {
      return await answer(readRequest(args))
    } catch (error) {
      throw toWalletAnswer(error)
    }
  }
}
