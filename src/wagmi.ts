/**
 * Billfold as a wagmi connector: wagmi's hooks share Billfold's connection, and follow changes in the modal and in the wallet.
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

/** A Billfold with the adapter `evm()`, and any other adapters. */
export interface EvmBillfold extends Pick<
  Billfold,
  'account' | 'connect' | 'awaitRestored' | 'switchNetwork' | 'disconnect'
> {
  getProvider(namespace: 'eip155'): EvmProvider
}

/**
 * The part of wagmi's config that the connector uses. wagmi's own types are not imported: they are in `@wagmi/core`, which an
 * app with `wagmi` need not list as a direct dependency.
 */
export interface WagmiConfig {
  chains: readonly [Chain, ...Chain[]]
  emitter: {
    emit(event: 'connect' | 'change', data: { accounts: readonly Address[]; chainId: number }): void
    emit(event: 'disconnect'): void
    listenerCount(event: 'change'): number
  }
}

/**
 * A wagmi connector. Not an interface: wagmi's connector type has an index signature, and TypeScript does not assign an
 * interface to such a type.
 */
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

/** wagmi misses events while it connects, so the state is sent again after this time. Milliseconds. */
const PAUSE = 1_000

/**
 * Creates a wagmi connector that connects through Billfold's modal. List it first, and turn
 * `multiInjectedProviderDiscovery` off: a wallet that wagmi has found on its own would stay connected in wagmi after a
 * disconnect in Billfold.
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

    /** wagmi listens to `change` only while it considers the connector connected. */
    const isConnectedThere = () => emitter.listenerCount('change') > 0

    /** Emits the whole state after any change, so that missed events do no harm. */
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

    /** @throws ResourceUnavailableRpcError, UserRejectedRequestError, and the errors of `Billfold.switchNetwork` */
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
        // The connection is valid even if the wallet does not switch networks.
        if (chainId && chainId !== (await getChainId())) await goTo(chainId).catch(() => {})
        const now = await read()
        if (now.accounts.length === 0) throw new BillfoldError('wallet_missing', 'No wallet is connected.')
        // wagmi misses changes until it has stored the connection, so send the state again.
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
        // Without a stored session, don't load the shell.
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

/** Translates errors to viem's classes, which wagmi's users expect. */
function rethrow(error: Error): never {
  if (hasCode(error, 'connect_cancelled') || hasCode(error, 'wallet_declined'))
    throw new UserRejectedRequestError(error)
  if (hasCode(error, 'wallet_busy')) throw new ResourceUnavailableRpcError(error)
  throw error
}
