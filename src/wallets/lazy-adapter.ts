/** An adapter whose code is fetched when somebody chooses one of its wallets, or a session with one is restored. */
import type { ConnectedAccount } from '../connections/account.ts'
import type { WalletAdapter } from '../connections/adapter.ts'
import type { Namespace } from '../core/caip.ts'
import { throwMissing } from '../core/missing-error.ts'

export function createLazyAdapter(namespace: Namespace, fetch: () => Promise<WalletAdapter>): WalletAdapter {
  let adapter: WalletAdapter | undefined
  let loading: Promise<WalletAdapter> | undefined
  let active: ConnectedAccount | undefined

  /** What failed is tried again. @throws code_missing */
  function load(): Promise<WalletAdapter> {
    loading ??= fetch().then(
      (fetched) => {
        adapter = fetched
        if (active) fetched.setActive(active)
        return fetched
      },
      (error: unknown) => {
        loading = undefined
        return throwMissing(error)
      },
    )
    return loading
  }

  return {
    namespace,
    connect: async (connector, request) => (await load()).connect(connector, request),
    watchShares(connector, listener, ...more) {
      let stop = adapter?.watchShares(connector, listener, ...more)
      let stopped = false
      if (!stop) {
        const start = (fetched: WalletAdapter) => {
          if (!stopped) stop = fetched.watchShares(connector, listener, ...more)
        }
        // Without the code nothing is known of the wallet.
        load().then(start, () => stopped || listener([]))
      }
      return () => {
        stopped = true
        stop?.()
      }
    },
    switchNetwork: async (connector, network, request) =>
      (await load()).switchNetwork(connector, network, request),
    disconnect: async (connector) => (await load()).disconnect(connector),
    loadCalls: async () => (await load()).loadCalls?.() ?? {},
    setActive(account) {
      active = account
      if (adapter) adapter.setActive(account)
      // A wallet of another namespace may share an account of this one.
      else if (account) load().catch(() => {})
    },
  }
}
