/** One way to reach one wallet, as a view lists it and as the adapter of its namespace connects it. */
import type { Namespace } from './core/caip.ts'

export interface Connector {
  /** Unique on this page and for its life: for an announced wallet its EIP-6963 uuid. */
  id: string
  name: string
  type: ConnectorType
  chain: Namespace
  /** A checked `data:image/…` URI; absent when the wallet gave none that is safe. */
  imageUrl?: string
  info?: { rdns: string; uuid: string }
  /** Another wallet on this page announces the same rdns or name. */
  duplicate: boolean
  /** The wallet's own interface: EIP-1193 for eip155. */
  provider: unknown
}

export type ConnectorType = 'MULTI_CHAIN' | 'AUTH' | 'ANNOUNCED' | 'INJECTED' | 'EXTERNAL'
