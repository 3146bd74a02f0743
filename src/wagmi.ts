/**
 * Billfold as a connector of wagmi: its hooks connect, follow and end what Billfold holds, and hear of all that a person
 * does in the modal and in the wallet.
 * @see https://wagmi.sh/dev/creating-connectors
 */
import {
  type Address,
  type Chain,
  getAddress,
  ResourceUnavailableRpcError,
  SwitchChainError,
  UserRejectedRequestError,
} from 'viem'
import type { EvmProvider } from './wallets/providers.ts'
import { BillfoldError, hasCode } from './core/base/errors.ts'
import type { Billfold } from './shell/billfold.ts'

/** A Billfold with `evm()`, whatever other namespaces it serves. */
export interface EvmBillfold extends Pick<
  Billfold,
  'account' | 'connect' | 'awaitRestored' | 'switchNetwork' | 'disconnect'
> {
  getProvider(namespace: 'eip155'): EvmProvider
}

/**
 * What wagmi hands to a connector. Its own types are not named in those of this package: they lie in `@wagmi/core`, which
 * an app that installs `wagmi` need not have at its top.
 */
export interface WagmiConfig {
  chains: readonly [Chain, ...Chain[]]
  emitter: {
    emit(event: 'connect' | 'change', data: { accounts: readonly Address[]; chainId: number }): void
    emit(event: 'disconnect'): void
    listenerCount(event: 'change'): number
  }
}

/** What wagmi wants of a connector. No interface: wagmi lets a connector have more than it knows. */
export type WagmiConnector = {
  id: string
  name: string
  type: string
  setup(): Promise<void>
  connect<Capable extends boolean = false>(parameters?: {
    chainId?: number | undefined
    isReconnecting?: boolean | undefined
    withCapabilities?: Capable | boolean | undefined
  }): Promise<{
    accounts: Capable extends true
      ? readonly { address: Address; capabilities: Record<string, unknown> }[]
      : readonly Address[]
    chainId: number
  }>
  disconnect(): Promise<void>
  getAccounts(): Promise<readonly Address[]>
  getChainId(): Promise<number>
  getProvider(): Promise<EvmProvider>
  isAuthorized(): Promise<boolean>
  switchChain(parameters: { chainId: number }): Promise<Chain>
  onAccountsChanged(): void
  onChainChanged(): void
  onDisconnect(): void
}

/** While wagmi is connecting it does not hear everything, and is told again after this. Milliseconds. */
const PAUSE = 1_000

/**
 * Name it first among the connectors, and turn `multiInjectedProviderDiscovery` off: the modal lists the wallets, and
 * a wallet that wagmi also finds itself would stay connected in wagmi after Billfold has disconnected.
 * @example
 * createConfig({ chains, transports, connectors: [billfoldConnector(billfold)], multiInjectedProviderDiscovery: false })
 */
export function billfoldConnector(billfold: EvmBillfold): (config: WagmiConfig) => WagmiConnector {
  return ({ chains, emitter }) => {
    const provider = billfold.getProvider('eip155')
    let timer: ReturnType<typeof setTimeout> | undefined

    async function getAccounts() {
      const accounts = await provider.request<string[]>({ method: 'eth_accounts' })
      return accounts.map((account) => getAddress(account))
    }

    async function getChainId() {
      return Number(await provider.request({ method: 'eth_chainId' }))
    }

    async function read() {
      const [accounts, chainId] = await Promise.all([getAccounts(), getChainId()])
      return { accounts, chainId }
    }

    /** wagmi listens to changes of what it holds for connected, and to connections of what it does not. */
    const isConnectedThere = () => emitter.listenerCount('change') > 0

    /** Says all that is the case, after whatever has changed: nothing depends on what wagmi has heard before. */
    async function emitState(): Promise<void> {
      const now = await read()
      clearTimeout(timer)
      if (now.accounts.length === 0) emitter.emit('disconnect')
      else if (isConnectedThere()) emitter.emit('change', now)
      else {
        emitter.emit('connect', now)
        if (!isConnectedThere()) timer = setTimeout(emitState, PAUSE)
      }
    }

    /** @throws ResourceUnavailableRpcError, UserRejectedRequestError, and what `Billfold.switchNetwork` throws */
    async function goTo(chainId: number): Promise<void> {
      await billfold.switchNetwork(`eip155:${chainId}`).catch(rethrow)
    }

    return {
      id: 'billfold',
      name: 'Billfold',
      type: 'billfold',
      async setup() {
        for (const event of ['accountsChanged', 'chainChanged']) provider.on(event, emitState)
        await emitState()
      },
      async connect({ chainId, isReconnecting, withCapabilities } = {}) {
        if (!isReconnecting) await billfold.connect('eip155').catch(rethrow)
        // A wallet that stays where it is is connected all the same.
        if (chainId && chainId !== (await getChainId())) await goTo(chainId).catch(() => {})
        const now = await read()
        if (now.accounts.length === 0) throw new BillfoldError('wallet_missing', 'No wallet is connected.')
        // wagmi stores this before it holds it, and what changes meanwhile would be lost.
        setTimeout(emitState, PAUSE)
        const accounts = withCapabilities
          ? now.accounts.map((address) => ({ address, capabilities: {} }))
          : now.accounts
        return { accounts: accounts as never, chainId: now.chainId }
      },
      disconnect: () => billfold.disconnect('eip155'),
      getAccounts,
      getChainId,
      getProvider: async () => provider,
      async isAuthorized() {
        // Without a stored session there is no connection to wait for, and nothing to load.
        if (billfold.account.peek().status === 'disconnected') return false
        await billfold.awaitRestored('eip155').catch(() => {})
        return (await getAccounts()).length > 0
      },
      async switchChain({ chainId }) {
        const chain = chains.find(({ id }) => id === chainId)
        if (!chain) throw new SwitchChainError(new Error(`wagmi's config has no chain ${chainId}.`))
        await goTo(chainId)
        return chain
      },
      onAccountsChanged: () => void emitState(),
      onChainChanged: () => void emitState(),
      onDisconnect: () => void emitState(),
    }
  }
}

/** By the names under which wagmi's users know it. */
function rethrow(error: Error): never {
  if (hasCode(error, 'connect_cancelled') || hasCode(error, 'wallet_declined'))
    throw new UserRejectedRequestError(error)
  if (hasCode(error, 'wallet_busy')) throw new ResourceUnavailableRpcError(error)
  throw error
}
