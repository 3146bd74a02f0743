/**
 * Signing in on the page: checks whether the connected account is signed in on its network, asks for a signature if it
 * is not, and signs out. Loaded if the page has sign-in enabled.
 *
 *   nobody ── connected ──▶ checking
 *   checking ─┬─▶ signed-in
 *             ├─▶ unknown ── retry ──▶ checking
 *             └─▶ signed-out ── shown ──▶ preparing
 *   preparing ─┬─▶ ready ── sign ──▶ signing
 *              └─ failed ──▶ signed-out
 *   signing ─┬─ signed ──▶ confirming
 *            └─ declined or failed ──▶ ready
 *   confirming ─┬─▶ signed-in
 *               ├─ refused ──▶ signed-out
 *               └─▶ unknown ── retry ──▶ confirming
 */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import type { AccountState, ConnectedAccount } from '../wallets/account.ts'
import { type CaipAddress, getNamespace, type Namespace } from '../core/chains/caip.ts'
import { BillfoldError, type ErrorRecord, hasCode, toErrorRecord } from '../core/base/errors.ts'
import type { Options } from '../shell/options.ts'
import type { Shell } from '../shell/shell.ts'
import type { Snack } from '../base/snacks.ts'
import { type AskingContext, createSignatureAsking } from './ask-signature.ts'
import { explainOther } from './explain-refusal.ts'
import { fromSiweConfig } from './from-siwe-config.ts'
import { isOfAccount } from './is-of-account.ts'
import { isServed } from './is-served.ts'
import { createLeaving } from './leaving.ts'
import { createOneStep } from './one-step.ts'
import { createPageRequest } from './page-request.ts'
import type { SignIn, SignInState } from './sign-in.ts'
import type { ReadySIWX } from './ready-siwx.ts'
import type { SIWX, SIWXSession } from './siwx.ts'
import { watchOtherTabs } from './watch-other-tabs.ts'
import { createLatestOnly } from './latest-only.ts'
import { withCallbackTimeout } from './callback-timeout.ts'

export interface SignInContext extends Pick<AskingContext, 'loadWalletCalls'> {
  shell: Shell
  options: Pick<Options, 'siwx' | 'siweConfig'>
  /** Opens the modal, unless the page draws its own views. Without `view`, opens the start view. */
  openByItself(view?: 'SIWXSignMessage'): void
  /** Disconnects a namespace, and keeps the sessions of other namespaces. */
  end(namespace: Namespace): Promise<void>
}

const NOBODY: SignInState = { status: 'nobody' }
const SIGNED_OUT: SignInState = { status: 'signed-out' }
/** How long the previous view stays on screen after connecting, while the sign-in status is checked. Milliseconds. */
const CHECK_PATIENCE = 1_000
type Statuses = ReadonlySet<SignInState['status']>
const due: Statuses = new Set(['signed-out', 'preparing', 'ready', 'signing', 'confirming'] as const)
const complete: Statuses = new Set(['nobody', 'signed-in'] as const)

export function createSignIn({ shell, options, loadWalletCalls, openByItself, end }: SignInContext): SignIn {
  const { router, snacks, open: isOpen, close, networks } = shell
  const siwx: ReadySIWX = options.siwx ?? fromSiweConfig(options.siweConfig!)
  siwx.attach?.({ networks, call: shell.call })
  const state = signal<SignInState>(NOBODY)
  const latest = createLatestOnly()
  /** The account to which `state` belongs. */
  let account: ConnectedAccount | undefined
  let last: AccountState['status'] = 'disconnected'
  /** Whether the page requires sign-in. True until the page has answered. */
  let isRequired = true
  /** Whether an account was just connected, so that the modal waits for the next step. */
  let isSettling = false
  /** The message about the last failure, while the modal shows it. */
  let shownFailure: Snack | undefined
  /** Accounts for which the person declined to sign in. They are asked again after reconnecting. */
  const declined = new Set<CaipAddress>()

  const fetchSession = (who: ConnectedAccount) => findSession(siwx, who)
  const sources = { state, getAccount: () => account, fetchSession, onSignedIn: enter, call: shell.call }
  const asking = createSignatureAsking({ ...sources, siwx, latest, loadWalletCalls, onRefused: refuse })
  const oneStep = createOneStep(siwx)
  const leaving = createLeaving({ siwx, shell, oneStep })
  const ofPage = createPageRequest({ ...sources, shell, asking })

  function isShown(): boolean {
    return isOpen.peek() && router.current.peek().view === 'SIWXSignMessage'
  }

  function show(): void {
    isSettling = false
    // The wallet must first switch the network. That changes the account and starts a new check.
    if (isOpen.peek() && router.current.peek().view === 'SwitchNetwork') return
    if (isOpen.peek()) router.reset('SIWXSignMessage')
    else openByItself('SIWXSignMessage')
  }

  function reportFailure(error: ErrorRecord | undefined, wallet = account?.connector.name ?? ''): void {
    if (shownFailure) snacks.withdraw(shownFailure)
    shownFailure = error && { variant: 'error', message: { code: 'sign_in_failed', error, wallet } }
    if (shownFailure) snacks.show(shownFailure)
  }

  function enter(session: SIWXSession): void {
    state.value = { status: 'signed-in', session }
    reportFailure(undefined)
    if (isShown() || isSettling) close()
    isSettling = false
  }

  /**
   * Called when signing fails. The modal shows the reason, and opens again if it was closed; a request of the page
   * rejects with the reason instead.
   */
  function refuse(error: ErrorRecord): void {
    if (ofPage.onRefusal(error)) return
    if (state.peek().status !== 'unknown') reportFailure(error)
    if (!isShown()) show()
  }

  /**
   * Checks whether an account is signed in, and shows the sign-in view if it is not.
   * @param isMeant whether the person has chosen this account: then the view is shown even if sign-in is optional
   */
  async function check(who: ConnectedAccount, isMeant: boolean): Promise<void> {
    const isMine = latest.begin()
    state.value = { status: 'checking', ...(oneStep.handing && { signed: true }) }
    isRequired = true
    const asks = () => isMeant || isSettling
    try {
      isRequired = await askRequired(siwx)
      await oneStep.handing
      const session = await fetchSession(who)
      if (!isMine()) return
      if (session) return enter(session)
      state.value = SIGNED_OUT
      if (isRequired || (asks() && !declined.has(who.caipAddress))) show()
      else if (isSettling) close()
    } catch (error) {
      if (!isMine()) return
      if (hasCode(error, 'siwx_invalid') || hasCode(error, 'siwx_failed')) return fail(who)
      state.value = { status: 'unknown', error: toErrorRecord(error) }
      if (asks()) show()
    }
    isSettling = false
  }

  function onSignedOut(): void {
    state.value = SIGNED_OUT
    if (isRequired) show()
  }

  /** The session is invalid: disconnect the account, and show the error. */
  function fail({ caipAddress }: ConnectedAccount): void {
    isSettling = false
    end(getNamespace(caipAddress)).catch(() => {})
    router.goHome()
    reportFailure(toErrorRecord(createBroken()))
    if (!isOpen.peek()) openByItself()
  }

  /** @param isMeant whether the person has asked for the retry */
  function retry(isMeant = true): void {
    if (asking.isUnsure()) void asking.confirmAgain()
    else if (account) void check(account, isMeant)
  }

  function cancel(): void {
    latest.begin()
    reportFailure(undefined)
    const who = account
    if (!who) return close()
    const mustLeave = isRequired && state.peek().status !== 'signed-in'
    state.value = SIGNED_OUT
    if (mustLeave) return void shell.disconnect(getNamespace(who.caipAddress))
    declined.add(who.caipAddress)
    close()
  }

  function settle(): void {
    const { status } = state.peek()
    if (complete.has(status)) return close()
    if (status !== 'checking') return show()
    isSettling = true
    setTimeout(() => isSettling && state.peek().status === 'checking' && show(), CHECK_PATIENCE)
  }

  async function signOut(): Promise<void> {
    const { caipNetworkId, caipAddress, address } = ofPage.requireAccount()
    await siwx.revokeSession(caipNetworkId, address)
    // The active account has changed meanwhile, so `state` belongs to a different account.
    if (account?.caipAddress !== caipAddress) return
    latest.begin()
    state.value = SIGNED_OUT
  }

  function follow(now: AccountState): void {
    const before = account
    const wasConnected = last === 'connected'
    last = now.status
    account = canSignIn(now, siwx) ? now : undefined
    // An account that declined is asked again after reconnecting.
    if (now.status === 'disconnected') declined.clear()
    if (account?.caipAddress === before?.caipAddress) return
    const { status } = state.peek()
    reportFailure(undefined)
    latest.begin()
    state.value = NOBODY
    if (!account) return
    const isOfWallet = before?.connector.provider === account.connector.provider
    if (before && isOfWallet && (status === 'signing' || status === 'confirming'))
      reportFailure(explainOther(createOther()), before.connector.name)
    // On page load, a connection is restored, which is no choice of the person.
    void check(account, wasConnected)
  }

  const stops = [
    leaving.stop,
    shell.account.subscribe(follow),
    shell.online.subscribe((online) => {
      if (online && state.peek().status === 'unknown') retry(isShown())
    }),
    watchOtherTabs({ ...sources, onSignedOut }),
  ]

  return {
    ...asking,
    ...oneStep,
    ...leaving,
    state: state as ReadonlySignal<SignInState>,
    isRequired: () => isRequired,
    isHeld: () => isRequired && due.has(state.peek().status),
    isMissing: () => !complete.has(state.peek().status),
    settle,
    retry: () => retry(),
    cancel,
    request: ofPage.request,
    signOut,
    stop() {
      latest.begin()
      isSettling = false
      for (const stop of stops) stop()
    },
  }
}

/** Whether the account can sign in. It cannot on networks that the page does not list. */
function canSignIn(account: AccountState, siwx: SIWX): account is ConnectedAccount {
  if (account.status !== 'connected' || account.unsupported) return false
  return isServed(siwx, getNamespace(account.caipAddress))
}

/** The session of exactly this account. Undefined if there is none. Rejects if the sessions cannot be determined. */
async function findSession(siwx: SIWX, { caipNetworkId, address }: ConnectedAccount) {
  const sessions: unknown = await withCallbackTimeout(siwx.getSessions(caipNetworkId, address))
  if (!Array.isArray(sessions)) throw createBroken()
  return (sessions as SIWXSession[]).find((one) => isOfAccount(one, caipNetworkId, address))
}

async function askRequired(siwx: SIWX): Promise<boolean> {
  const answer = siwx.getRequired?.()
  return (typeof answer === 'object' ? await withCallbackTimeout(answer) : answer) ?? true
}

function createBroken(): BillfoldError {
  return new BillfoldError('siwx_failed', 'A problem occurred while trying initialize authentication')
}

function createOther(): BillfoldError {
  return new BillfoldError('account_changed', 'Another account signed.')
}
