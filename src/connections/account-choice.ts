/** Keeps which of a wallet's accounts in one namespace the person uses, and which accounts the wallet last shared. */
import { type CaipAddress, getNamespace, isSameOwner, type Namespace } from '../core/chains/caip.ts'
import type { Session } from './session.ts'
import type { WalletAccounts } from '../wallets/wallet-accounts.ts'

/** The account that the person has chosen. The choice ends when the wallet itself switches its account. */
export interface Choice {
  caipAddress: CaipAddress
  /** The wallet's own first account at the time of the choice. */
  over: CaipAddress
}

export interface AccountChoice {
  readonly current: Choice | undefined
  /** The shared accounts in the wallet's own order. */
  readonly reported: readonly WalletAccounts[]
  /** Uses the choice that is stored in the session. */
  adopt(session: Session | undefined): void
  /** Call it with each report of the watched wallet. */
  onAccounts(accounts: readonly WalletAccounts[]): void
  /**
   * Starts with the first account of a newly connected wallet. Returns false if the wallet shares no account in this
   * namespace.
   */
  begin(accounts: readonly WalletAccounts[]): boolean
  /** @returns false if the wallet does not share the account */
  choose(caipAddress: CaipAddress): boolean
  /**
   * The wallet's own first account, which is stored beside the chosen account. Undefined if `caipAddress` is not the
   * chosen account.
   */
  getOver(caipAddress: CaipAddress): CaipAddress | undefined
}

export function createAccountChoice(namespace: Namespace): AccountChoice {
  let reported: readonly WalletAccounts[] = []
  let current: Choice | undefined

  const findOwn = (accounts: readonly WalletAccounts[]) =>
    accounts.find(({ caipNetworkId }) => getNamespace(caipNetworkId) === namespace)

  return {
    get current() {
      return current
    },
    get reported() {
      return reported
    },
    adopt(session) {
      current = session?.over && { caipAddress: session.accounts[0], over: session.over }
    },
    onAccounts(accounts) {
      reported = accounts
      const own = findOwn(accounts)
      if (own && current && !isSameOwner(own.accounts[0].caipAddress, current.over)) current = undefined
    },
    begin(accounts) {
      if (!findOwn(accounts)) return false
      reported = accounts
      current = undefined
      return true
    },
    choose(caipAddress) {
      const accounts = findOwn(reported)?.accounts
      if (!accounts?.some((one) => isSameOwner(one.caipAddress, caipAddress))) return false
      current = { caipAddress, over: accounts[0].caipAddress }
      return true
    },
    getOver: (caipAddress) =>
      current && isSameOwner(current.caipAddress, caipAddress) ? current.over : undefined,
  }
}
