/**
 * Prepares the next link before a wallet is chosen. A phone's browser opens another app only during the tap, so a link
 * created after it comes too late.
 *
 *   nobody looks ── a list of wallets is shown ──▶ making ──▶ ready ── little time is left ──▶ making
 *                                                   │ └────────┴── a wallet is chosen ──▶ reserved ── taken ──▶ pairing
 *                                                   └── failed ── the network is back, the page is shown, a pause ──▶ making
 */
import type { AdapterContext } from '../adapter.ts'
import { BillfoldError } from '../../core/base/errors.ts'
import type {
  WalletConnectApproval,
  WalletConnectPairing,
  WalletConnectProposal,
} from '../../core/contract/walletconnect.ts'
import { getTimeToRenewal } from './renewal.ts'

/** The caller's context. */
export type PairingContext = Pick<AdapterContext, 'call' | 'signIn'>
type Call = AdapterContext['call']

export interface OpenPairing extends WalletConnectPairing {
  /** Rejects as `walletConnectApproval` does. */
  approval: Promise<WalletConnectApproval>
}

interface ReadyLink {
  made: Promise<OpenPairing>
  /** Set once the link is created. */
  pairing?: OpenPairing
  /** Once aborted, an approval of the link must not connect. */
  end: AbortController
  isReserved: boolean
}

/** At most one link per page. */
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

/** Pauses after a link could not be created; the last one repeats. Milliseconds. */
const PAUSES = [2_000, 5_000, 10_000, 30_000]

/** Keeps a link ready until the returned function is called; a reserved link stays. */
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
      // The error is reported when a wallet is chosen.
      () => {
        if (links.get(call) === link) links.delete(call)
        if (own !== link) return
        own = undefined
        timer = setTimeout(make, PAUSES[Math.min(failures, PAUSES.length - 1)])
        failures += 1
      },
    )
  }

  /** Creates a new link if the last one failed, or expired while the device slept. Keeps a reserved link, which is in use. */
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
  // Absent without a page.
  globalThis.addEventListener?.('online', makeAgain)
  globalThis.document?.addEventListener('visibilitychange', makeAgain)
  return () => {
    globalThis.removeEventListener?.('online', makeAgain)
    globalThis.document?.removeEventListener('visibilitychange', makeAgain)
    drop()
  }
}

/** Reserves the ready link for a chosen wallet. Undefined if none is ready. */
export function reserveLink(call: Call): string | undefined {
  const link = links.get(call)
  if (!link) return undefined
  link.isReserved = true
  return isGood(link) ? link.pairing?.uri : undefined
}

/**
 * Takes the link that is ready or being created; it ends with the signal.
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

/** Whether the link is being created or is valid for long enough. */
function isGood({ pairing }: ReadyLink): boolean {
  return !pairing || getTimeToRenewal(pairing.expiresAt, Date.now()) > 0
}
