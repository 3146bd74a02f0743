/** Which account a person uses of those that a wallet shares in one namespace, and what the wallet said last. */
import { type CaipAddress, getNamespace, isSameOwner, type Namespace } from '../core/chains/caip.ts'
import type { Session } from './session.ts'
import type { WalletAccounts } from '../wallets/wallet-accounts.ts'

/** A wallet that goes to another one itself is followed. */
export interface Choice {
  caipAddress: CaipAddress
  /** The wallet's own first account at the time. */
  over: CaipAddress
}

export interface AccountChoice {
  readonly current: Choice | undefined
  /** In the wallet's own order. */
  readonly reported: readonly WalletAccounts[]
  /** As it is stored. */
  adopt(session: Session | undefined): void
  /** The wallet that is followed says this. */
  onAccounts(accounts: readonly WalletAccounts[]): void
  /** A wallet is connected anew, and begins with what it puts first. False where it shares nothing of this namespace. */
  begin(accounts: readonly WalletAccounts[]): boolean
  /** @returns false for what is not shared */
  choose(caipAddress: CaipAddress): boolean
  /** What is stored beside the account. */
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
