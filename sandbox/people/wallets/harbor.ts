/** Harbor, the sandbox's EVM wallet: an EIP-1193 provider with its own keys, announced by EIP-6963. */
import type { Hex, TypedDataDefinition } from 'viem'
import { people } from '../accounts.ts'
import type { Approval } from './approval.ts'
import type { EvmNodes } from './evm-node.ts'
import { toDataUri } from './data-uri.ts'
import { pictures } from './pictures.ts'
import { createNetworks, type Networks } from './networks.ts'
import { createPermissions, type Permissions, type WalletStorage } from './permissions.ts'
import { askToConnect, askToRevoke, askToSend, askToSign, askToUnlock } from './questions.ts'
import { createRpcError, UNAUTHORIZED, UNSUPPORTED_METHOD } from './rpc-error.ts'
import { createSigner, type TransactionRequest } from './signer.ts'

export interface Harbor {
  provider: HarborProvider
  permissions: Permissions<Hex>
  networks: Networks
}

export interface HarborProvider {
  readonly isHarbor: true
  request(args: { method: string; params?: unknown }): Promise<unknown>
  on(event: string, listener: Listener): HarborProvider
  removeListener(event: string, listener: Listener): HarborProvider
}

type Listener = (value: unknown) => void

export interface HarborOptions {
  nodes: EvmNodes
  /** Name of the page, shown in the wallet's questions. */
  site: string
  approval: Approval
  storage: WalletStorage
  fetch: typeof fetch
  /** Private keys of the accounts, the active one first. Default: Mara and Wren. */
  keys?: readonly [Hex, ...Hex[]]
}

export const harborInfo = {
  name: 'Harbor',
  rdns: 'example.harbor',
  icon: toDataUri(pictures.harbor),
}

/** Accounts that a lying wallet shares: an invalid address, and another person's. */
export const evmLies: readonly Hex[] = ['0x12', people.spammer.account.address]

export function createHarbor({
  nodes,
  site,
  approval,
  storage,
  fetch,
  keys = [people.mara.key, people.wren.key],
}: HarborOptions): Harbor {
  const listeners = new Map<string, Set<Listener>>()
  const emit = (event: string, value: unknown) => {
    for (const listener of listeners.get(event) ?? []) listener(value)
  }
  const networks = createNetworks({
    nodes,
    site,
    approval,
    storage,
    key: 'harbor-wallet-network',
    onChange: (next) => emit('chainChanged', next),
  })
  const signer = createSigner({ keys, getNode: networks.getNode, fetch })
  const permissions = createPermissions({
    accounts: signer.addresses,
    lies: evmLies,
    storage,
    key: 'harbor-wallet',
    getCondition: () => approval.condition,
    onChange: (accounts) => emit('accountsChanged', accounts),
  })

  approval.onCondition = permissions.update

  const provider: HarborProvider = {
    isHarbor: true,
    async request({ method, params }) {
      const list = (Array.isArray(params) ? params : []) as unknown[]
      return answer(method, list)
    },
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return provider
    },
    removeListener(event, listener) {
      listeners.get(event)?.delete(listener)
      return provider
    },
  }

  async function answer(method: string, params: unknown[]): Promise<unknown> {
    switch (method) {
      case 'eth_accounts':
        return permissions.getAccounts()
      case 'eth_chainId':
        return networks.getChainId()
      case 'net_version':
        return `${Number(networks.getChainId())}`
      case 'eth_requestAccounts':
        await unlock()
        if (permissions.getAccounts().length === 0) await connect()
        return permissions.getAccounts()
      case 'wallet_requestPermissions':
        await connect()
        return describePermissions()
      case 'wallet_getPermissions':
        return describePermissions()
      case 'wallet_revokePermissions': {
        const [given = {}] = params as [Partial<Record<'pci' | 'permissionsContext' | 'address', string>>?]
        if (!given.pci) {
          permissions.revoke()
          return null
        }
        const { address = '', permissionsContext = '' } = given
        requireShared(address)
        await approval.ask(askToRevoke(site, address, given.pci))
        return signer.signMessage(address, permissionsContext)
      }
      case 'wallet_switchEthereumChain':
        return networks.switchTo(params)
      case 'wallet_addEthereumChain':
        return networks.add(params)
      case 'personal_sign': {
        const [message, address] = params as [string, string]
        requireShared(address)
        await approval.ask(askToSign(site, address, message))
        return signer.signMessage(address, message)
      }
      case 'eth_signTypedData_v4': {
        const [address, json] = params as [string, string]
        requireShared(address)
        await approval.ask(askToSign(site, address, json))
        return signer.signTypedData(address, JSON.parse(json) as TypedDataDefinition)
      }
      case 'eth_sendTransaction': {
        const transaction = params[0] as TransactionRequest
        requireShared(transaction.from)
        await approval.ask(askToSend(site, transaction))
        return signer.sendTransaction(transaction)
      }
    }
    if (/^(wallet|personal|eth_sign)/.test(method)) {
      throw createRpcError(UNSUPPORTED_METHOD, `Harbor does not support ${method}.`)
    }
    return signer.rpc(method, params)
  }

  async function unlock(): Promise<void> {
    if (approval.condition !== 'locked') return
    await approval.ask(askToUnlock(site))
    approval.setCondition('ready')
  }
  async function connect(): Promise<void> {
    await unlock()
    await approval.ask(askToConnect(site, permissions.getSelected()))
    permissions.grant()
  }
  function requireShared(address: unknown): void {
    const shared = permissions.getAccounts().map((account) => account.toLowerCase())
    if (!shared.includes(String(address).toLowerCase())) {
      throw createRpcError(UNAUTHORIZED, 'This page has no permission to use that account.')
    }
  }
  function describePermissions(): object[] {
    const value = permissions.getAccounts()
    if (value.length === 0) return []
    return [{ parentCapability: 'eth_accounts', caveats: [{ type: 'restrictReturnedAccounts', value }] }]
  }

  return { provider, permissions, networks }
}

/** Announces the provider now and on each request. @see https://eips.ethereum.org/EIPS/eip-6963 */
export function announce(provider: HarborProvider): void {
  const detail = Object.freeze({
    info: Object.freeze({ uuid: crypto.randomUUID(), ...harborInfo }),
    provider,
  })
  const tell = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
  window.addEventListener('eip6963:requestProvider', tell)
  tell()
}
