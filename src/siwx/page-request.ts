/** A page that draws by itself asks for a session: without the modal, and told of the outcome instead. */
import type { ReadonlySignal } from '@preact/signals-core'
import type { ConnectedAccount } from '../connections/account.ts'
import { BillfoldError, type ErrorRecord } from '../core/errors.ts'
import { fromErrorRecord } from '../core/from-error-record.ts'
import type { Shell } from '../shell/shell.ts'
import type { SignatureAsking } from './ask-signature.ts'
import type { SignInState } from './sign-in.ts'
import type { SIWXSession } from './siwx.ts'

export interface PageRequest {
  request(): Promise<SIWXSession>
  /** @throws account_missing, network_missing */
  requireAccount(): ConnectedAccount
  /** @returns whether a page has asked, and hears of this. */
  hear(error: ErrorRecord): boolean
}

interface RequestContext {
  shell: Pick<Shell, 'account'>
  state: ReadonlySignal<SignInState>
  asking: SignatureAsking
  /** Who can sign in. */
  getAccount(): ConnectedAccount | undefined
}

export function createPageRequest({ shell, state, asking, getAccount }: RequestContext): PageRequest {
  let isAsked = false
  let refused: ErrorRecord | undefined

  function requireAccount(): ConnectedAccount {
    const account = getAccount()
    if (account) return account
    if (shell.account.peek().status === 'connected')
      throw new BillfoldError('network_missing', 'No ActiveCaipNetwork or client found to sign in on.')
    throw new BillfoldError('account_missing', 'No ActiveCaipAddress found: nobody is connected.')
  }

  return {
    async request() {
      const { caipAddress } = requireAccount()
      await whenFound(state)
      isAsked = true
      refused = undefined
      try {
        if (state.peek().status !== 'signed-in') await asking.prepare()
        await asking.sign()
      } finally {
        isAsked = false
      }
      const end = state.peek()
      if (end.status === 'signed-in' && getAccount()?.caipAddress === caipAddress) return end.session
      const error = refused ?? (end.status === 'signed-out' ? end.error : undefined)
      if (error) throw fromErrorRecord(error)
      throw new BillfoldError('aborted', 'Nobody waits for the signature any more.')
    },
    requireAccount,
    hear(error) {
      if (isAsked) refused = error
      return isAsked
    },
  }
}

/** What is being found out need not be asked for. */
function whenFound(state: ReadonlySignal<SignInState>): Promise<void> {
  return new Promise((resolve) => {
    const stop = state.subscribe(({ status }) => {
      if (status === 'checking') return
      resolve()
      queueMicrotask(() => stop())
    })
  })
}
