/**
 * Answers requests of the page while no wallet is connected: connects, disconnects, and lets a node answer reads.
 * Loaded on first use.
 */
import { isNodeRead } from '../../core/chains/node-methods.ts'
import type { ProviderShell } from '../adapter.ts'
import { leaveWallet } from '../leave-wallet.ts'
import type { RequestArguments } from './eip1193.ts'
import { checkPermissions, readList, toPermissions } from './parameters.ts'
import {
  getAccounts,
  getChainId,
  getNetworks,
  type EvmPageProvider,
  throwNoNetwork,
} from './page-provider.ts'
import { rpcError } from './rpc-error.ts'
import { toRpcError } from './to-rpc-error.ts'

/** Methods that need a connected wallet. */
const NEEDS_ACCOUNT = /^(?:wallet_|personal_|eth_(?:sign|send))/

/** @throws 4001, 4100, 4200, 4900, -32602, and the node's error */
export async function answerPage(
  pageProvider: EvmPageProvider,
  { method, params }: RequestArguments,
): Promise<unknown> {
  try {
    switch (method) {
      case 'eth_requestAccounts':
        await (await loadShell(pageProvider)).connect('eip155')
        return [...getAccounts(pageProvider)]
      case 'wallet_requestPermissions':
        checkPermissions(method, params)
        await (await loadShell(pageProvider)).connect('eip155')
        return toPermissions(getAccounts(pageProvider))
      case 'wallet_revokePermissions':
        checkPermissions(method, params)
        await leaveWallet(pageProvider, 'eip155')
        return null
      case 'wallet_getPermissions':
        return []
      case 'eth_coinbase':
        return null
    }
    if (NEEDS_ACCOUNT.test(method))
      throw rpcError(4100, 'No wallet is connected. Call eth_requestAccounts first.')
    if (!isNodeRead(method)) throw rpcError(4200, `${method} needs a connected wallet.`)
    return await readFromNode(pageProvider, method, readList(method, params))
  } catch (error) {
    throw toRpcError(error)
  }
}

async function readFromNode(
  pageProvider: EvmPageProvider,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  const chainId = getChainId(pageProvider) ?? throwNoNetwork()
  const network = getNetworks(pageProvider).find(({ id }) => Number(id) === chainId)
  if (!network || network.rpcUrls.length === 0)
    throw rpcError(4900, `No wallet is connected, and this page has no RPC URL for network ${chainId}.`)
  const { call } = await loadShell(pageProvider)
  return call('askNode', { caipNetworkId: network.caipNetworkId, method, params })
}

async function loadShell({ page }: EvmPageProvider): Promise<ProviderShell> {
  if (page) return page.load()
  throw rpcError(4900, 'Call createBillfold() with this adapter first.')
}
