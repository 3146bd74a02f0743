/**
 * Prepares the next WalletConnect link before a wallet is chosen. A phone's browser opens another app only during a
 * tap, so a link that is created after the tap comes too late.
 *
 *   no link ── a list of wallets is shown ──▶ creating
 *   creating ─┬─ created ──▶ ready ── expires soon ──▶ creating
 *             └─ failed ── online again, page shown again, or pause ──▶ creating
 *   creating or ready ── a wallet is chosen ──▶ reserved ── taken ──▶ pairing
 */
import type { AdapterContext } from '../adapter.ts'
import { BillfoldError } from '../../core/base/errors.ts'
import type {
  WalletConnectApproval,
  WalletConnectPairing,
  WalletConnectProposal,
} from '../../core/contract/walletconnect.ts'
import { getTimeToRenewal } from './renewal.ts'

/** What a pairing needs of the adapter's context. */
export type PairingContext = Pick<AdapterContext, 'call' | 'signIn'>
type Call = AdapterContext['call']

export interface OpenPairing extends WalletConnectPairing {
  /** Resolves when the wallet approves. Rejects with the errors of `walletConnectApproval`. */
  approval: Promise<WalletConnectApproval>
}

interface ReadyLink {
  made: Promise<OpenPairing>
  /** Set once the link is created. */
  pairing?: OpenPairing
  /** Aborted when the link is dropped: then its approval must not connect. */
  end: AbortController
  isReserved: boolean
}

/** The prepared link of each Billfold instance, at most one. */
const links = new WeakMap<Call, ReadyLink>()

/** Creates a link and waits for its approval until the signal is aborted. @throws relay_unreachable, aborted */
export async function openPairing(
  { call, signIn }: PairingContext,
  namespaces: WalletConnectProposal,
  signal: AbortSignal,
): Promise<OpenPairing> {
  const chains = Object.values(namespaces).flatMap((one) => one.chains)
  const asked = await signIn?.load().then(
    (oneStep) => oneStep?.offer(chains),
    () => undefined,
  )
  const pairing = await call('walletConnectPair', { namespaces, ...(asked && { signIn: asked }) }, { signal })
  const approval = call('walletConnectApproval', { id: pairing.id }, { signal })
  approval.catch(() => {})
  return { ...pairing, approval }
}

/** Pauses after failed attempts to create a link; the last pause repeats. Milliseconds. */
const PAUSES = [2_000, 5_000, 10_000, 30_000]

/** Keeps a link ready until the returned function is called. That function does not drop a reserved link. */
export function keepLinkReady(context: PairingContext, namespaces: WalletConnectProposal): () => void {
  const { call } = context
  let timer: ReturnType<typeof setTimeout> | undefined
  let own: ReadyLink | undefined
  let failures = 0

  function make(): void {
    drop()
    const end = new AbortController()
    const made = openPairing(context, namespaces, end.signal)
    const link: ReadyLink = { made, end, isReserved: false }
    own = link
    links.set(call, link)
    made.then(
      (pairing) => {
        link.pairing = pairing
        failures = 0
        if (own === link) timer = setTimeout(make, getTimeToRenewal(pairing.expiresAt, Date.now()))
      },
      // Report nothing here: if the person chooses a wallet and the link fails again, they see that error.
      () => {
        if (links.get(call) === link) links.delete(call)
        if (own !== link) return
        own = undefined
        timer = setTimeout(make, PAUSES[Math.min(failures, PAUSES.length - 1)])
        failures += 1
      },
    )
  }

  /**
   * Creates a new link if the last one failed, or expired while the device slept. Does not replace a reserved link,
   * which is in use.
   */
  function makeAgain(): void {
    if (!globalThis.document?.hidden && !own?.isReserved && !(own && isGood(own))) make()
  }

  function drop(): void {
    clearTimeout(timer)
    const left = own
    own = undefined
    if (!left || left.isReserved) return
    if (links.get(call) === left) links.delete(call)
    left.end.abort()
  }

  make()
  // A server, which may render the page, has no `addEventListener` and no `document`.
  globalThis.addEventListener?.('online', makeAgain)
  globalThis.document?.addEventListener('visibilitychange', makeAgain)
  return () => {
    globalThis.removeEventListener?.('online', makeAgain)
    globalThis.document?.removeEventListener('visibilitychange', makeAgain)
    drop()
  }
}

/** Reserves the prepared link for the chosen wallet, and returns its URI. Undefined if no link is ready. */
export function reserveLink(call: Call): string | undefined {
  const link = links.get(call)
  if (!link) return undefined
  link.isReserved = true
  return isGood(link) ? link.pairing?.uri : undefined
}

/**
 * Takes the prepared link, or the link that is being created. Undefined if there is no link, or if the link expires too
 * soon. The link is dropped when `signal` is aborted.
 * @throws relay_unreachable, aborted
 */
export async function takeLink(call: Call, signal: AbortSignal): Promise<OpenPairing | undefined> {
  const link = links.get(call)
  links.delete(call)
  if (!link) return undefined
  link.isReserved = true
  const end = () => link.end.abort(new BillfoldError('aborted', 'It was cancelled.'))
  signal.addEventListener('abort', end)
  if (signal.aborted || !isGood(link)) return void end()
  return link.made
}

/** Whether the link is still being created or is valid for long enough. */
function isGood({ pairing }: ReadyLink): boolean {
  return !pairing || getTimeToRenewal(pairing.expiresAt, Date.now()) > 0
}
