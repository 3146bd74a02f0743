/** Sign-in requests of a page that draws its own views. They do not open the modal, and settle with the outcome. */
import type { ReadonlySignal } from '@preact/signals-core'
import type { ConnectedAccount } from '../wallets/account.ts'
import { BillfoldError, type ErrorRecord, fromErrorRecord } from '../core/base/errors.ts'
import type { Shell } from '../shell/shell.ts'
import type { SignatureAsking } from './ask-signature.ts'
import type { SignInState } from './sign-in.ts'
import type { SIWXSession } from './siwx.ts'

export interface PageRequest {
  request(): Promise<SIWXSession>
  /** @throws account_missing, network_missing */
  requireAccount(): ConnectedAccount
  /** Called when signing fails. @returns whether a request of the page is waiting and gets this error */
  onRefusal(error: ErrorRecord): boolean
}

interface RequestContext {
  shell: Pick<Shell, 'account'>
  state: ReadonlySignal<SignInState>
  asking: SignatureAsking
  fetchSession(account: ConnectedAccount): Promise<SIWXSession | undefined>
  onSignedIn(session: SIWXSession): void
  /** The account that signs in. */
  getAccount(): ConnectedAccount | undefined
}

export function createPageRequest(context: RequestContext): PageRequest {
  const { shell, state, asking, getAccount, fetchSession, onSignedIn } = context
  /** Number of requests of the page that are waiting. */
  let asked = 0
  let refused: ErrorRecord | undefined

  function requireAccount(): ConnectedAccount {
    const account = getAccount()
    if (account) return account
    if (shell.account.peek().status === 'connected')
      throw new BillfoldError('network_missing', 'No ActiveCaipNetwork or client found to sign in on.')
    throw new BillfoldError('account_missing', 'No ActiveCaipAddress found: no account is connected.')
  }

  const isStill = ({ caipAddress }: ConnectedAccount) => getAccount()?.caipAddress === caipAddress

  return {
    async request() {
      const account = requireAccount()
      await whenNot(state, ['checking'])
      // Check for a session first, since the account may already be signed in.
      const known = state.peek().status === 'unknown' ? await fetchSession(account) : undefined
      if (!isStill(account)) throw createAborted()
      if (known) onSignedIn(known)
      const isOfModal = !asked && ['signing', 'confirming'].includes(state.peek().status)
      if (!asked) refused = undefined
      if (!isOfModal) asked += 1
      try {
        // Join a request that is already open, so that the wallet is asked only once. Do not wait for the wallet after
        // a cancel.
        if (![...underWay, 'signed-in'].includes(state.peek().status)) void asking.prepare()
        await whenNot(state, ['preparing'])
        if (!isOfModal) void asking.sign()
        await whenNot(state, ['signing', 'confirming'])
      } finally {
        if (!isOfModal) asked -= 1
      }
      const end = state.peek()
      if (end.status === 'signed-in' && isStill(account)) return end.session
      const error = refused ?? (end.status === 'signed-out' ? end.error : undefined)
      if (error) throw fromErrorRecord(error)
      throw createAborted()
    },
    requireAccount,
    onRefusal(error) {
      refused = error
      return asked > 0
    },
  }
}

function createAborted(): BillfoldError {
  return new BillfoldError('aborted', 'The sign-in was cancelled.')
}

const underWay: readonly string[] = ['preparing', 'signing', 'confirming'] satisfies SignInState['status'][]

function whenNot(state: ReadonlySignal<SignInState>, left: readonly SignInState['status'][]): Promise<void> {
  return new Promise((resolve) => {
    const stop = state.subscribe(({ status }) => {
      if (left.includes(status)) return
      resolve()
      queueMicrotask(() => stop())
    })
  })
}
