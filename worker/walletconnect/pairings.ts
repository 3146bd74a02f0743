/** Pairing links that wait for a wallet, each until it is approved, declined, cancelled or expired. */
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { WalletConnectPairing } from '../../src/core/contract/walletconnect.ts'
import type { Clock } from '../base/context.ts'
import { unlessAborted, withTimeout } from '../../src/core/base/wait.ts'
import type { SignClient } from './create-sign-client.ts'
import type { ClientMessage } from './messages.ts'
import { type Approved, GONE, propose, proposeSignIn } from './propose.ts'
import { RELAY_LIMIT, type RelayWatch } from './relay-watch.ts'
import { fromJsonRpcError } from './json-rpc-error.ts'
import { pairingExpired, relayUnreachable } from './failures.ts'

type Asked = Extract<ClientMessage, { kind: 'pair' }>

export interface Pairings<Result> {
  /** Number of links that are being made or still wait. */
  readonly size: number
  /** Whether the link still waits for a wallet. */
  has(id: string): boolean
  /** Makes a link. @throws relay_unreachable */
  open(asked: Asked): Promise<WalletConnectPairing>
  /**
   * Waits for the approval of a link.
   * @throws wallet_declined; pairing_expired; relay_unreachable; the errors of `onApproved`
   */
  getApproved(id: string): Promise<Result>
  /** Cancels a link. @returns the result, if the wallet approved first */
  giveUp(id: string): Promise<Result | undefined>
  giveUpAll(): void
}

export interface PairingsOptions<Result> {
  client: SignClient
  relay: Pick<RelayWatch, 'hurry' | 'getFailure' | 'awaitRefusal'>
  clock: Clock
  /** Keeps this tab in the lead until the returned function is called. */
  retain(): () => void
  onApproved(approved: Approved): Promise<Result>
  /** Called if a wallet approves a link that no longer waits. */
  onLate(approved: Approved): void
  /** Called when a link has ended, for any reason. */
  onEnd(): void
}

interface Pairing<Result> {
  approved: Promise<Result>
  /** Aborted when the link is cancelled or expires. */
  life: AbortController
}

/** How long a link is valid. The library's own links are valid for a minute longer. Milliseconds. */
const LIFE = 240_000
/** Least time for the relay to answer, even if loading the code took most of the time limit. Milliseconds. */
const MIN_LIMIT = 2_000
/** Time limit to tell a wallet that a link is no longer valid. Milliseconds. */
const TELL_LIMIT = 2_000

export function createPairings<Result>(options: PairingsOptions<Result>): Pairings<Result> {
  const { client, relay, clock, retain, onApproved, onLate, onEnd } = options
  const pairings = new Map<string, Pairing<Result>>()
  const waiting = new Set<string>()
  let opening = 0
  /**
   * Id of the link that also asks for a signature; empty while the link is made. The library can wait for only one such
   * link.
   */
  let signing: string | undefined

  function add(id: string, approval: () => Promise<Approved>): void {
    const life = new AbortController()
    const { signal } = life
    const release = retain()
    const late = () => life.abort(client.core.relayer.connected ? pairingExpired() : relay.getFailure())
    const stopTimer = clock.after(LIFE, late)
    waiting.add(id)
    const answered = approval()
    answered.then((late) => !waiting.has(id) && onLate(late)).catch(() => {})
    const approved = unlessAborted(answered, signal)
      .catch(async (error: unknown) => {
        waiting.delete(id)
        await remove(id)
        throw toPairingError(error)
      })
      .then(onApproved)
      .finally(() => {
        waiting.delete(id)
        if (signing === id) signing = undefined
        stopTimer()
        release()
        onEnd()
      })
    approved.catch(() => {})
    pairings.set(id, { approved, life })
  }

  /** Removes a link from the library, so that a later approval does not connect. */
  async function remove(id: string): Promise<void> {
    const proposals = client.proposal.getAll().filter(({ pairingTopic }) => pairingTopic === id)
    await Promise.all(proposals.map((proposal) => client.proposal.delete(proposal.id, GONE))).catch(() => {})
    const { connected } = client.core.relayer
    if (!connected || !client.core.pairing.pairings.keys.includes(id)) return
    const ended = client.core.pairing.disconnect({ topic: id })
    await withTimeout(clock, TELL_LIMIT, ended, relayUnreachable).catch(() => {})
  }

  return {
    get size() {
      return waiting.size + opening
    },
    has: (id) => waiting.has(id),
    async open({ namespaces, signIn, since }) {
      const now = clock.now()
      const expiresAt = now + LIFE
      const limit = Math.max(MIN_LIMIT, since + RELAY_LIMIT - now)
      const release = retain()
      opening += 1
      const isSigning = signIn !== undefined && signing === undefined
      if (isSigning) signing = ''
      relay.hurry()
      const refusing = relay.awaitRefusal()
      const proposed = isSigning ? proposeSignIn(client, namespaces, signIn) : propose(client, namespaces)
      try {
        const made = Promise.race([proposed, refusing.refused])
        const { uri, approval } = await withTimeout(clock, limit, made, relay.getFailure)
        const id = uri.slice('wc:'.length, uri.indexOf('@'))
        if (isSigning) signing = id
        add(id, approval)
        return { id, uri, expiresAt }
      } catch (error) {
        if (isSigning) signing = undefined
        throw client.core.relayer.connected ? error : relay.getFailure()
      } finally {
        refusing.stop()
        opening -= 1
        release()
        onEnd()
      }
    },
    async getApproved(id) {
      const pairing = pairings.get(id)
      if (!pairing) throw pairingExpired()
      return pairing.approved
    },
    async giveUp(id) {
      const pairing = pairings.get(id)
      pairing?.life.abort(pairingExpired())
      return pairing?.approved.catch(() => undefined)
    },
    giveUpAll() {
      for (const { life } of pairings.values()) life.abort(pairingExpired())
    },
  }
}

/**
 * Converts an error. Errors of the library itself mean that the link has expired: Error objects, and errors with the code
 * 0.
 */
function toPairingError(error: unknown): BillfoldError {
  // Check the class, since a wallet's error may have any name.
  if (error instanceof BillfoldError) return error
  const answer = fromJsonRpcError(error)
  return answer && answer.context['code'] !== 0 ? answer : pairingExpired()
}
