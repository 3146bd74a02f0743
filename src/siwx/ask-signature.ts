/** Asks the connected wallet for a sign-in signature: one message at a time, signed exactly as it was shown. */
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
  /** The message was signed, and it is unknown whether it was accepted. */
  isUnsure(): boolean
  /** Checks whether the signed message was accepted, and submits it again if not. Never rejects. */
  confirmAgain(): Promise<void>
}

export interface AskingContext {
  siwx: SIWX
  state: Signal<SignInState>
  latest: LatestOnly
  getAccount(): ConnectedAccount | undefined
  /** The session of exactly this account; undefined: none. */
  fetchSession(account: ConnectedAccount): Promise<SIWXSession | undefined>
  loadWalletCalls(): Promise<Pick<PageWalletCalls, 'signMessage'>>
  /** Calls the worker. */
  call: WorkerCall
  onSignedIn(session: SIWXSession): void
  /** Receives the reason of a refusal; the state says what can be done about it. */
  onRefused(error: ErrorRecord): void
}

export function createSignatureAsking(context: AskingContext): SignatureAsking {
  const { siwx, state, latest, getAccount, fetchSession, onSignedIn, onRefused } = context
  /** A signed message without a server's answer. Dropped when the next request begins. */
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
      // The same account has signed again: revoking this session would revoke the new one, too.
      const { status } = state.peek()
      if (getAccount()?.caipAddress === caipAddress && (status === 'confirming' || status === 'signed-in'))
        return
      // The person has cancelled and can no longer end this session, so revoke it.
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
 * A parsable text must be for this page and this account. Other texts are shown as they are.
 * @throws siwx_message_bad
 */
function assertMeant(text: string, { caipNetworkId, address }: ConnectedAccount): void {
  if (!parseSiwxMessage(text)) return
  const { fault } = checkSiwxMessage(text, { domain: location.host, caipNetworkId, address }, Date.now())
  if (fault === 'domain' || fault === 'chain' || fault === 'address')
    throw new BillfoldError('siwx_message_bad', `The message to sign is for another ${fault}.`)
}

/** A missing answer may mean yes or no; an error of the page's own code means no. */
function isUnclear(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof DOMException) return true
  const { code } = toErrorRecord(error)
  return code !== 'unexpected' && code !== 'siwx_invalid' && code !== 'siwx_message_bad'
}
