/** Switches the sign-in site between accounts and networks: the site uses only one account and one network at a time. */
import { BillfoldError, hasCode } from '../../core/base/errors.ts'
import type { AuthFrame } from './frame.ts'
import type { AuthUser, Wish } from './messages.ts'

export interface Site {
  /** Runs `run` after all earlier calls of `inTurn` have ended. */
  inTurn<T>(run: () => Promise<T>): Promise<T>
  /** Switches the network and returns the person's account there. @throws the errors of `AuthFrame.ask` */
  goTo(wish: Wish): Promise<AuthUser>
  /**
   * Makes the site use this account on this network. Call it before each approval, since another tab may have switched
   * the site.
   * @throws account_changed: the site uses another account, and received no request
   */
  settle(address: string, id: AuthUser['chainId'], wish: Wish): Promise<AuthUser>
}

export function createSite(frame: Pick<AuthFrame, 'ask'>): Site {
  let turn: Promise<unknown> = Promise.resolve()

  async function goTo(wish: Wish): Promise<AuthUser> {
    const { chainId, rpcUrl } = wish
    await frame.ask('SWITCH_NETWORK', { chainId, rpcUrl })
    return frame.ask('GET_USER', wish)
  }

  return {
    inTurn(run) {
      const mine = turn.then(run)
      turn = mine.catch(() => {})
      return mine
    },
    goTo,
    async settle(address, id, wish) {
      const isThere = (found: AuthUser) =>
        found.address.toLowerCase() === address.toLowerCase() && found.chainId === id
      try {
        const first = await frame.ask('GET_USER', wish)
        if (isThere(first)) return first
        if (typeof id === 'number')
          await frame.ask('SET_PREFERRED_ACCOUNT', { type: wish.preferredAccountType })
        const second = await goTo(wish)
        if (isThere(second)) return second
      } catch (cause) {
        if (hasCode(cause, 'auth_unavailable')) throw cause
        throw otherAccount(address, cause)
      }
      throw otherAccount(address)
    },
  }
}

function otherAccount(address: string, cause?: unknown): BillfoldError {
  return new BillfoldError(
    'account_changed',
    `The sign-in site did not switch to the account ${address}. Nothing was requested.`,
    { context: { isAsked: false }, ...(cause !== undefined && { cause }) },
  )
}
