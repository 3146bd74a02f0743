/**
 * Email and social login in the list of connectors. The code that speaks to the sign-in site is loaded on first use.
 */
import type { Auth, AuthPage } from './option.ts'
import type { Connector } from '../connector.ts'
import { BillfoldError } from '../../core/base/errors.ts'
import type { Namespace } from '../../core/chains/caip.ts'
import type { Eip1193Provider, RequestArguments } from '../evm/eip1193.ts'
import type { WalletStandardWallet } from '../providers.ts'
import type { Login } from './login.ts'
import type { AuthAccountType } from './messages.ts'
import type { StartedAuth } from './start-auth-wallet.ts'
import type { AuthWallet } from './wallet.ts'

/**
 * The connector's wallet, usable before its code is loaded. It is an EIP-1193 provider and a Wallet Standard wallet.
 */
export interface AuthProvider extends Eip1193Provider, WalletStandardWallet {
  /** Exact origin of the sign-in site. */
  readonly origin: string
  /** @throws code_missing */
  load(): Promise<AuthWallet>
  /** How the connected person signed in, with the site's data about them. */
  getLogin(): Login | undefined
  /** Type of an EVM address. If the method is absent, all accounts are plain accounts. */
  getAccountType?(address: string): AuthAccountType
  /**
   * Whether the smart account's contract is deployed, according to the site. Undefined if the site has not said. Reads
   * a signal.
   */
  isDeployed?(): boolean | undefined
  /**
   * EIP-155 ids of the networks on which the sign-in site has smart accounts. Empty until they are known. Reads a
   * signal.
   */
  getSmartAccountNetworks?(): readonly number[]
}

type Listener = (value: never) => void

/** The request that signs out, which disconnects all namespaces. */
const LEAVE: RequestArguments = { method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }
const NAME = 'Email or social login'

/** The page's namespaces that the sign-in site supports. */
function toNamespaces({ served, networks }: AuthPage): Pick<Connector, 'chain' | 'namespaces'> {
  const isServed = (one: Namespace) =>
    served?.includes(one) && networks.some(({ chainNamespace }) => chainNamespace === one)
  const [chain = 'eip155', ...others] = (['eip155', 'solana'] as const).filter(isServed)
  return { chain, namespaces: [chain, ...others] }
}

/** @param url of the sign-in site's page */
export function createAuth(url: string): Auth {
  let connector: Connector | undefined
  let stop = () => {}

  function toProvider(page: AuthPage): AuthProvider {
    let listeners: readonly (readonly [event: string, listener: Listener])[] = []
    let loading: Promise<StartedAuth> | undefined
    let started: StartedAuth | undefined

    async function start(): Promise<StartedAuth> {
      const { startAuthWallet } = await import('./start-auth-wallet.ts').catch((cause: unknown) => {
        throw new BillfoldError('code_missing', 'Part of Billfold could not be loaded. Reload the page.', {
          cause,
        })
      })
      started = startAuthWallet(url, page, (event, value) => {
        for (const [name, listener] of listeners) if (name === event) listener(value as never)
      })
      stop = started.stop
      return started
    }

    const load = () =>
      (loading ??= start().catch((error: unknown) => {
        loading = undefined
        throw error
      }))
    const loadWallet = async () => (await load()).wallet

    function on(event: string, listener: Listener): () => void {
      const entry = [event, listener] as const
      listeners = [...listeners, entry]
      return () => (listeners = listeners.filter((one) => one !== entry))
    }

    const version = '1.0.0'
    const standard = {
      'standard:connect': {
        version,
        async connect() {
          await (await load()).solana?.connect()
          return { accounts: provider.accounts }
        },
      },
      'standard:disconnect': { version, disconnect: () => provider.request(LEAVE) },
      'standard:events': { version, on },
    }
    const provider = {
      origin: new URL(url).origin,
      load: loadWallet,
      getLogin: () => started?.wallet.getLogin(),
      getAccountType: (address: string) => started?.getAccountType(address) ?? 'eoa',
      isDeployed: () => started?.isDeployed(),
      getSmartAccountNetworks: () => started?.getSmartAccountNetworks() ?? [],
      request: async (args: RequestArguments) => (await loadWallet()).request(args),
      on,
      removeListener: (event: string, listener: Listener) =>
        (listeners = listeners.filter(([name, known]) => name !== event || known !== listener)),
      version,
      name: NAME,
      icon: '' as const,
      get accounts() {
        return started?.solana?.accounts ?? []
      },
      get chains() {
        return this.accounts.flatMap(({ chains }) => chains)
      },
      get features() {
        return { ...standard, ...started?.solana?.features }
      },
    }
    return provider as unknown as AuthProvider
  }

  return {
    toConnector: (page) =>
      (connector ??= {
        ...toNamespaces(page),
        id: 'auth',
        name: NAME,
        type: 'AUTH',
        restoreKey: 'auth',
        provider: toProvider(page),
      }),
    stop() {
      stop()
      stop = () => {}
      connector = undefined
    },
  }
}
