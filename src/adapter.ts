/** What a namespace brings: finding wallets and talking to them. A page ships only the adapters that it names. */
import type { ChainId, Namespace } from './core/caip.ts'
import type { Connector } from './connector.ts'

/** What a page hands in: a name, and the way to the code. */
export interface Adapter {
  readonly namespace: Namespace
  load(): Promise<WalletAdapter>
}

export interface WalletAdapter {
  readonly namespace: Namespace
  /** Calls the listener with all wallets that are known, now and after each change. Returns its own stop. */
  watchConnectors(listener: (connectors: readonly Connector[]) => void): () => void
  /**
   * Asks the wallet for its accounts; a person answers.
   * @throws wallet_declined, wallet_busy, wallet_bad_account, wallet_failed
   */
  connect(connector: Connector): Promise<WalletAccounts>
  /** What the wallet shares without asking anybody; undefined when it shares nothing. Same errors as `connect`. */
  reconnect(connector: Connector): Promise<WalletAccounts | undefined>
  /** Follows account and network of a connected wallet; `undefined` when it ended the connection. */
  watchAccounts(connector: Connector, listener: (accounts: WalletAccounts | undefined) => void): () => void
  /** Takes the permission back where the wallet can do that. */
  disconnect(connector: Connector): Promise<void>
  /** The object that `getProvider` gives out: stable while wallets come and go. */
  readonly provider: unknown
  /** Which wallet `provider` speaks to from now on. */
  setActive(connector: Connector | undefined): void
}

export interface WalletAccounts {
  /** First is the active one; never empty. */
  addresses: readonly [string, ...string[]]
  chainId: ChainId
}
