/** Asks the connected wallet to sign the sign-in message: one message at a time, exactly as it was shown. */
import type { Signal } from '@preact/signals-core'
import type { ConnectedAccount } from '../wallets/account.ts'
import { getNamespace } from '../core/chains/caip.ts'
import { BillfoldError, type ErrorRecord, toErrorRecord } from '../core/base/errors.ts'
import { checkSiwxMessage } from '../core/siwx/siwx-check.ts'
import { parseSiwxMessage } from '../core/siwx/siwx-message.ts'
import type { WorkerCall } from '../wallets/namespace-calls.ts'
import type { PageWalletCalls } from '../wallets/wallet-calls.ts'
import { explainRefusal } from './explain-refusal.ts'
import type { SignIn, SignInState, SignRequest } from './sign-in.ts'
import type { SIWX, SIWXSession } from './siwx.ts'
import { quotePageError } from './quote-page-error.ts'
import type { LatestOnly } from './latest-only.ts'
import { withCallbackTimeout } from './callback-timeout.ts'

export interface SignatureAsking extends Pick<SignIn, 'prepare' | 'sign'> {
  /** True while the message is signed and it is unknown whether the server accepted it. */
  isUnsure(): boolean
  /** Checks whether the signed message was accepted, and submits it again if it was not. Never rejects. */
  confirmAgain(): Promise<void>
}

export interface AskingContext {
  siwx: SIWX
  state: Signal<SignInState>
  latest: LatestOnly
  getAccount(): ConnectedAccount | undefined
  /** The session of exactly this account. Undefined if there is none. */
  fetchSession(account: ConnectedAccount): Promise<SIWXSession | undefined>
  loadWalletCalls(): Promise<Pick<PageWalletCalls, 'signMessage'>>
  /** Sends commands to the worker. */
  call: WorkerCall
  onSignedIn(session: SIWXSession): void
  /** Called with the reason of a failure. `state` says what the person can do next. */
  onRefused(error: ErrorRecord): void
}

export function createSignatureAsking(context: AskingContext): SignatureAsking {
  const { siwx, state, latest, getAccount, fetchSession, onSignedIn, onRefused } = context
  /** The signed message that the server may or may not have accepted. Dropped when the next request begins. */
  let unsure: { session: SIWXSession; request: SignRequest; isMine: () => boolean } | undefined

  async function prepare(): Promise<void> {
    const account = getAccount()
    if (!account || state.peek().status === 'preparing') return
    const isMine = latest.begin()
    state.value = { status: 'preparing' }
    try {
      const { caipNetworkId: chainId, address: accountAddress } = account
      const message = await withCallbackTimeout(siwx.createMessage({ accountAddress, chainId }))
      const text = message.toString()
      if (!isMine()) return
      assertMeant(text, account)
      state.value = { status: 'ready', request: { account, message, text } }
    } catch (error) {
      if (isMine()) state.value = { status: 'signed-out', error: quotePageError(error) }
    }
  }

  async function sign(): Promise<void> {
    const now = state.peek()
    if (now.status !== 'ready') return
    const { request } = now
    const { account, message, text } = request
    const isMine = latest.begin()
    state.value = { status: 'signing', request }
    let signature: string
    let signedMessage: string | undefined
    try {
      const wallet = await context.loadWalletCalls()
      if (!isMine()) return
      const request = { message: text, namespace: getNamespace(account.caipAddress) }
      signature = await wallet.signMessage(request, (signed) => (signedMessage = signed))
    } catch (error) {
      const record = await explainRefusal(error, account, context)
      if (!isMine()) return
      state.value = { status: 'ready', request }
      return onRefused(record)
    }
    if (!isMine()) return
    const { toString: _, ...data } = message
    const session = { data, message: text, signature, ...(signedMessage && { signedMessage }) }
    await confirm(session, request, isMine)
  }

  async function confirm(session: SIWXSession, request: SignRequest, isMine: () => boolean): Promise<void> {
    state.value = { status: 'confirming', request }
    try {
      await withCallbackTimeout(siwx.addSession(session))
      if (isMine()) return onSignedIn(session)
      const { caipNetworkId, address, caipAddress } = request.account
      // Revoking this session would also revoke the session of a later request of the same account.
      const { status } = state.peek()
      if (getAccount()?.caipAddress === caipAddress && (status === 'confirming' || status === 'signed-in'))
        return
      // The person has cancelled, and cannot end this session later: revoke it.
      await siwx.revokeSession(caipNetworkId, address)
    } catch (error) {
      const record = await explainRefusal(error, request.account, context)
      if (!isMine()) return
      if (isUnclear(error)) {
        unsure = { session, request, isMine }
        state.value = { status: 'unknown', error: record }
        return onRefused(record)
      }
      state.value = { status: 'signed-out' }
      onRefused(record)
    }
  }

  async function confirmAgain(): Promise<void> {
    if (!unsure) return
    const { session, request } = unsure
    const isMine = latest.begin()
    state.value = { status: 'confirming', request }
    try {
      const known = await fetchSession(request.account)
      if (!isMine()) return
      if (known) onSignedIn(known)
      else await confirm(session, request, isMine)
    } catch (error) {
      if (!isMine()) return
      unsure = { session, request, isMine }
      state.value = { status: 'unknown', error: toErrorRecord(error) }
    }
  }

  return { prepare, sign, isUnsure: () => unsure?.isMine() === true, confirmAgain }
}

/**
 * If the text is a standard message, it must be for this page and this account. Any other text is shown to the person
 * as it is.
 * @throws siwx_message_bad
 */
function assertMeant(text: string, { caipNetworkId, address }: ConnectedAccount): void {
  if (!parseSiwxMessage(text)) return
  const { fault } = checkSiwxMessage(text, { domain: location.host, caipNetworkId, address }, Date.now())
  if (fault === 'domain' || fault === 'chain' || fault === 'address')
    throw new BillfoldError('siwx_message_bad', `The message to sign is for another ${fault}.`)
}

/**
 * Whether the session may have been accepted all the same: true if an answer is missing. A plain error of the page's
 * own code is a refusal.
 */
function isUnclear(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof DOMException) return true
  const { code } = toErrorRecord(error)
  return code !== 'unexpected' && code !== 'siwx_invalid' && code !== 'siwx_message_bad'
}
