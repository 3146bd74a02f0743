/**
 * The messages between the tabs and the leading tab, which has the client. A tab may have been opened before the page was
 * updated, so each side validates what it receives.
 */
import * as v from 'valibot'
import { BillfoldError } from '../../src/core/base/errors.ts'
import { type CaipNetworkId, namespaces } from '../../src/core/chains/caip.ts'
import { caipNetworkId, count, parseOrNone, type Untrusted } from '../../src/core/contract/schemas.ts'
import type {
  WalletConnectApproval,
  WalletConnectEvent,
  WalletConnectPairing,
  WalletConnectProposal,
  WalletConnectRequest,
  WalletConnectSignIn,
  WalletConnectState,
} from '../../src/core/contract/walletconnect.ts'
import { storedSession } from './session-record.ts'

export type Message =
  /** Answered when there is something new after the cursor; at once without a cursor. */
  | { kind: 'follow'; after: EventCursor | undefined }
  /** Answered at once if the tab is awake, even if the disk or a request is slow. */
  | { kind: 'awake' }
  /** Requests to the client itself. */
  | ClientMessage

export type ClientMessage =
  /** `since`: the time at which the person asked for the link. Milliseconds since 1970. */
  | { kind: 'pair'; since: number; namespaces: WalletConnectProposal; signIn?: WalletConnectSignIn }
  | { kind: 'approval'; id: string }
  /** Cancels the pairing `id`. */
  | { kind: 'giveUp'; id: string }
  /** Uses the session `id`, which was approved while another session is in use. */
  | { kind: 'adopt'; id: string }
  | ({ kind: 'request' } & WalletConnectRequest)
  | { kind: 'end'; id: string }

/** How far a reader has read the log of one leading tab (`term`). */
export interface EventCursor {
  term: string
  seq: number
}

export interface WalletEvents {
  place: EventCursor
  /** Absent if the state has not changed since the cursor. */
  state?: WalletConnectState
  events: readonly WalletConnectEvent[]
}

const texts = v.array(v.string())
const id = v.string()
const optionalText = v.exactOptional(v.string())

/** Networks from the page's options. The library checks them. */
const chains = v.array(v.custom<CaipNetworkId>((input) => typeof input === 'string'))
const proposal: Untrusted<WalletConnectProposal> = v.record(
  v.picklist(namespaces),
  v.object({ chains, methods: texts, events: texts }),
)
const signIn: Untrusted<WalletConnectSignIn> = v.object({
  domain: v.string(),
  uri: v.string(),
  nonce: v.string(),
  statement: optionalText,
  expirationTime: optionalText,
  notBefore: optionalText,
  resources: v.exactOptional(texts),
})
const cursor: Untrusted<EventCursor> = v.object({ term: v.string(), seq: count })

const message: Untrusted<Message> = v.variant('kind', [
  v.object({ kind: v.literal('follow'), after: v.undefinedable(cursor) }),
  v.object({ kind: v.literal('awake') }),
  v.object({
    kind: v.literal('pair'),
    since: count,
    namespaces: proposal,
    signIn: v.exactOptional(signIn),
  }),
  v.object({ kind: v.picklist(['approval', 'giveUp', 'adopt', 'end']), id }),
  v.object({ kind: v.literal('request'), id, caipNetworkId, method: v.string(), params: v.unknown() }),
])

const event: Untrusted<WalletConnectEvent> = v.object({
  caipNetworkId,
  name: v.string(),
  data: v.unknown(),
})
const state: Untrusted<WalletConnectState> = v.object({
  session: v.undefinedable(storedSession),
  isUnknown: v.optional(v.literal(true)),
  relay: v.picklist(['idle', 'connecting', 'connected', 'lost']),
})

export const walletEvents: Untrusted<WalletEvents> = v.object({
  place: cursor,
  state: v.exactOptional(state),
  events: v.array(event),
})
export const pairing: Untrusted<WalletConnectPairing> = v.object({ id, uri: v.string(), expiresAt: count })
export const approval: Untrusted<WalletConnectApproval> = v.object({
  session: storedSession,
  signed: v.array(
    v.object({
      caipNetworkId,
      address: v.string(),
      message: v.string(),
      signature: v.string(),
      cacao: v.unknown(),
    }),
  ),
  isWaiting: v.exactOptional(v.literal(true)),
})

/** Validates a message of another tab. @throws protocol_mismatch */
export const readMessage = (asked: unknown): Message => readAs(message, asked)

/** Validates a value that another tab sent. @throws protocol_mismatch */
export function readAs<Output>(schema: Untrusted<Output>, sent: unknown): Output {
  const read = parseOrNone(schema, sent)
  if (read !== undefined) return read
  throw new BillfoldError(
    'protocol_mismatch',
    'Another tab of this page uses another version of Billfold. Reload all tabs of this page.',
  )
}
