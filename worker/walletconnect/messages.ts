/** What the tabs ask the one that holds the client, and what it tells them. */
import type {
  WalletConnectEvent,
  WalletConnectProposal,
  WalletConnectRequest,
  WalletConnectSignIn,
  WalletConnectState,
} from '../../src/core/contract/walletconnect.ts'

export type Message =
  /** Answered when something is new after the place that is known: at once with none. */
  | { kind: 'follow'; after: EventCursor | undefined }
  /** Answered at once by a tab that is awake, however slow the disk or a request is. */
  | { kind: 'awake' }
  /** Whatever only the client can do. */
  | ClientMessage

export type ClientMessage =
  /** `since`: milliseconds since 1970. */
  | { kind: 'pair'; since: number; namespaces: WalletConnectProposal; signIn?: WalletConnectSignIn }
  | { kind: 'approval'; id: string }
  /** Of a pairing. */
  | { kind: 'giveUp'; id: string }
  /** Of a session that was approved while another one is in use. */
  | { kind: 'adopt'; id: string }
  | ({ kind: 'request' } & WalletConnectRequest)
  | { kind: 'end'; id: string }

/** How far somebody has heard the news of one term. */
export interface EventCursor {
  term: string
  seq: number
}

export interface WalletEvents {
  place: EventCursor
  /** Absent when it is what it was. */
  state?: WalletConnectState
  /** Those since the place that was known. */
  events: readonly WalletConnectEvent[]
}
