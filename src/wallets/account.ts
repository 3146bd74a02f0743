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
      /** A stored session is being restored, without a person's request. */ restoring: boolean
    }
  | ConnectedAccount

/** A constant object, so that subscribers are told only of changes. */
export const NOBODY: AccountState = { status: 'disconnected' }
export const CONNECTING: AccountState = { status: 'connecting', restoring: false }
export const RESTORING: AccountState = { status: 'connecting', restoring: true }

export interface ConnectedAccount {
  status: 'connected'
  connector: Connector
  /** CAIP-10, eip155 addresses in lower case: the key of all that is known of the account. */
  caipAddress: CaipAddress
  /** As the wallet gave it. */
  address: string
  /** CAIP-2 of the wallet's network. */
  caipNetworkId: CaipNetworkId
  /** Absent when the page did not name this network. */
  network: Network | undefined
  /** Only where the page neither named this network nor allows others. */
  unsupported?: true
  /** CAIP-2, of the page's: the wallet can be on these and on no other. Absent where it may be asked to go to any. */
  approved?: readonly CaipNetworkId[] | undefined
  /** Every account that the wallet shared in this namespace; the active one first. */
  allAccounts: readonly WalletAccount[]
}

/** A wallet that is asked for its accounts, or that was asked in vain. */
export interface Attempt extends Request {
  connector: Connector
}

/** A wallet that is asked to change its network, or that was asked in vain. */
export interface NetworkSwitch extends Request {
  network: Network
}

interface Request {
  /** Unique on this page. */
  id: number
  /** Milliseconds since 1970. */
  startedAt: number
  /** declined: the person said no. busy: a request is already open in the wallet. */
  status: 'waiting' | 'declined' | 'busy' | 'failed'
  /** Absent until the wallet has the request. */
  progress?: Progress
  error?: ErrorRecord
}
