/** The connected account, as views and pages see it. */
import type { CaipAddress, CaipNetworkId } from '../core/chains/caip.ts'
import type { ErrorRecord } from '../core/base/errors.ts'
import type { Network } from '../core/chains/networks.ts'
import type { Progress } from './wallet-request.ts'
import type { WalletAccount } from './wallet-accounts.ts'
import type { Connector } from './connector.ts'

export type AccountState =
  | { status: 'disconnected' }
  | {
      status: 'connecting'
      /** True while a stored session is restored. False if the person has asked to connect. */
      restoring: boolean
    }
  | ConnectedAccount

/** Constant objects, so that signal subscribers are called only on changes. */
export const NOBODY: AccountState = { status: 'disconnected' }
export const CONNECTING: AccountState = { status: 'connecting', restoring: false }
export const RESTORING: AccountState = { status: 'connecting', restoring: true }

export interface ConnectedAccount {
  status: 'connected'
  connector: Connector
  /** CAIP-10; eip155 addresses in lower case. Used as the key of all data about the account. */
  caipAddress: CaipAddress
  /** The address as the wallet wrote it. */
  address: string
  /** CAIP-2 id of the network that the wallet uses. */
  caipNetworkId: CaipNetworkId
  /** Undefined if the page does not list this network. */
  network: Network | undefined
  /** Set if the page does not list this network and allows only networks that it lists. */
  unsupported?: true
  /**
   * CAIP-2 ids of the page's networks to which the wallet can switch. Undefined if the wallet may be asked to switch to
   * any network.
   */
  approved?: readonly CaipNetworkId[] | undefined
  /** All accounts that the wallet shares in this namespace, the active one first. */
  allAccounts: readonly WalletAccount[]
}

/** A connection request: the wallet is being asked for its accounts, or the request has failed. */
export interface Attempt extends Request {
  connector: Connector
}

/** A request to switch the network: the wallet is being asked, or the request has failed. */
export interface NetworkSwitch extends Request {
  network: Network
}

interface Request {
  /** Unique until the web page is reloaded. */
  id: number
  /** Milliseconds since 1970. */
  startedAt: number
  /** declined: the person declined. busy: the wallet already has another request open. */
  status: 'waiting' | 'declined' | 'busy' | 'failed'
  /** Absent until the wallet has received the request. */
  progress?: Progress
  error?: ErrorRecord
}
