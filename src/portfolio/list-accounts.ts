/** The portfolio's accounts from all sources, each listed once. */
import { computed, type ReadonlySignal, type Signal } from '@preact/signals-core'
import type { Readable } from '../base/readable.ts'
import type { CaipAddress } from '../core/chains/caip.ts'
import type { Network } from '../core/chains/networks.ts'
import { type AccountSource, getAccountKey, type PortfolioAccount, toPortfolioAccount } from './account.ts'
import type { TypedAccount } from './typed-accounts.ts'

export interface NamedAccounts {
  /** CAIP-10. */
  page: Signal<readonly CaipAddress[]>
  wallet: Signal<readonly CaipAddress[]>
  typed: Readable<readonly TypedAccount[]>
}

/** Leaves out accounts of a namespace in which the page has no network. */
export function listAccounts(
  { page, wallet, typed }: NamedAccounts,
  networks: readonly Network[],
): ReadonlySignal<readonly PortfolioAccount[]> {
  return computed(() => {
    const found = new Map<string, PortfolioAccount>()
    function add(account: TypedAccount | undefined, source: AccountSource): void {
      if (!account || !networks.some(({ chainNamespace }) => chainNamespace === account.namespace)) return
      const known = found.get(getAccountKey(account))
      const sources = [...new Set([...(known?.sources ?? []), source])]
      found.set(getAccountKey(account), { ...known, ...account, sources })
    }
    for (const account of wallet.value) add(toPortfolioAccount(account), 'wallet')
    for (const account of page.value) add(toPortfolioAccount(account), 'page')
    for (const account of typed.value) add(account, 'typed')
    return [...found.values()]
  })
}
