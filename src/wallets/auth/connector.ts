/** Email and social accounts in the list of ways to connect. What speaks to the sign-in site is fetched when it is needed. */
import type { Auth, AuthPage } from './option.ts'
import type { Connector } from '../connector.ts'
import { BillfoldError } from '../../core/base/errors.ts'
import type { Eip1193Provider } from '../evm/eip1193.ts'
import type { Login } from './login.ts'
import type { AuthWallet } from './wallet.ts'

/** The wallet of its connector, before its code is there. */
export interface AuthProvider extends Eip1193Provider {
  /** Exact, of the sign-in site. */
  readonly origin: string
  /** @throws code_missing */
  load(): Promise<AuthWallet>
  /** By which way who is connected signed in, and what the site says of them. */
  getLogin(): Login | undefined
}

type Listener = (value: never) => void

/** @param url of the sign-in site's page */
export function createAuth(url: string): Auth {
  let connector: Connector | undefined
  let stop = () => {}

  function toProvider(page: AuthPage): AuthProvider {
    let listeners: readonly (readonly [event: string, listener: Listener])[] = []
    let loading: Promise<AuthWallet> | undefined
    let wallet: AuthWallet | undefined

    async function start(): Promise<AuthWallet> {
      const { startAuthWallet } = await import('./start-auth-wallet.ts').catch((cause: unknown) => {
        throw new BillfoldError('code_missing', 'A part of Billfold could not be fetched. Reload the page.', {
          cause,
        })
      })
      const started = startAuthWallet(url, page, (event, value) => {
        for (const [name, listener] of listeners) if (name === event) listener(value as never)
      })
      stop = started.stop
      return (wallet = started.wallet)
    }

    const load = () =>
      (loading ??= start().catch((error: unknown) => {
        loading = undefined
        throw error
      }))
    return {
      origin: new URL(url).origin,
      load,
      getLogin: () => wallet?.getLogin(),
      request: async (args) => (await load()).request(args),
      on: (event, listener) => (listeners = [...listeners, [event, listener as Listener]]),
      removeListener: (event, listener) =>
        (listeners = listeners.filter(([name, known]) => name !== event || known !== listener)),
    }
  }

  return {
    toConnector: (page) =>
      (connector ??= {
        id: 'auth',
        name: 'Email or social login',
        type: 'AUTH',
        chain: 'eip155',
        namespaces: ['eip155'],
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
