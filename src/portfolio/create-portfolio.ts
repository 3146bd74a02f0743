/**
 * Creates a portfolio: accounts that are shown without a wallet. `<billfold-portfolio>` draws it. The code that reads
 * the data and the code that draws it are fetched at once, in parallel, since a portfolio is visible from the start.
 */
import { signal } from '@preact/signals-core'
import { chooseLanguage, isLanguageGiven } from '../base/language.ts'
import { nameAccounts } from '../base/named-accounts.ts'
import { createPageSignal } from '../base/page-signal.ts'
import type { Readable } from '../base/readable.ts'
import { getLocalStorage } from '../base/storage.ts'
import { version } from '../base/version.ts'
import { createStoppedError } from '../core/base/errors.ts'
import { lazy } from '../core/base/lazy.ts'
import type { CaipAddress } from '../core/chains/caip.ts'
import { toNetwork } from '../core/chains/networks.ts'
import { withoutEmpty } from '../shell/check-options.ts'
import type { ThemeMode } from '../shell/options.ts'
import { createTheme } from '../shell/theme.ts'
import type { PortfolioAccount } from './account.ts'
import { followWallet } from './follow-wallet.ts'
import { listAccounts } from './list-accounts.ts'
import { assertAccounts, assertPortfolioOptions, type PortfolioOptions } from './options.ts'
import type { PortfolioData } from './start-data.ts'
import { createTypedAccounts } from './typed-accounts.ts'

/** A portfolio, as `createPortfolio` returns it. */
export interface Portfolio {
  /** All shown accounts: the wallet's first, then the page's, then typed ones. */
  readonly accounts: Readable<readonly PortfolioAccount[]>
  readonly themeMode: Readable<ThemeMode>
  /**
   * Adds the account of an EVM or Solana address, or of a name. The account stays until it is removed.
   * @throws bad_account (context: reason), name_invalid, name_unresolved, names_unavailable, name_elsewhere
   */
  add(typed: string): Promise<PortfolioAccount>
  /**
   * Removes a typed account. Its stored data is deleted, unless the page or a wallet names the account as well.
   * @throws code_missing, stopped
   */
  remove(account: Pick<PortfolioAccount, 'namespace' | 'address'>): Promise<void>
  /** Replaces the page's own accounts (CAIP-10). Stored data of removed accounts stays. @throws options_invalid */
  setAccounts(accounts: readonly CaipAddress[]): void
  setThemeMode(mode: ThemeMode | 'auto'): void
  /** Stops reading and drawing. Stored data stays. */
  destroy(): void
}

/** A portfolio with the parts that `<billfold-portfolio>` needs to draw it. */
export interface DrawnPortfolio extends Portfolio {
  readonly options: PortfolioOptions
  /** @throws code_missing, stopped; the next call tries again */
  loadData(): Promise<PortfolioData>
}

/** The newest portfolio that is not destroyed, for elements without a portfolio of their own. */
export const newest = createPageSignal<DrawnPortfolio | undefined>(undefined)

/**
 * Creates a portfolio and starts to load its data and its drawing code. `<billfold-portfolio>` draws the newest portfolio.
 * @throws project_id_missing, options_invalid
 * @example
 * createPortfolio({ projectId, networks: [mainnet, base], accounts: ['eip155:1:0x71c4…c02a'] })
 */
export function createPortfolio(given: PortfolioOptions): Portfolio {
  const options = withoutEmpty(given)
  assertPortfolioOptions(options)
  const isBrowser = typeof window !== 'undefined'
  const networks = options.networks.map(toNetwork)
  const storage = getLocalStorage()
  const stops = new Set<() => void>()
  const [themeMode, setThemeMode] = createTheme(options.themeMode, stops)
  const page = signal<readonly CaipAddress[]>(options.accounts ?? [])
  const wallet = signal<readonly CaipAddress[]>([])
  const typed = createTypedAccounts(storage)
  stops.add(typed.stop)
  if (isBrowser) stops.add(nameAccounts(() => page.peek()))
  if (options.billfold && isBrowser) stops.add(followWallet(options.billfold, storage, wallet))
  const accounts = listAccounts({ page, wallet, typed: typed.list }, networks)
  let isStopped = false

  const data = lazy(
    () => import('./start-data.ts'),
    ({ startData }) => {
      const started = startData({ options, version, networks, storage, accounts, wallet, typed })
      stops.add(started.stop)
      return started
    },
  )
  async function loadData(): Promise<PortfolioData> {
    if (isStopped || !isBrowser) throw createStoppedError()
    return data.load()
  }

  const portfolio: DrawnPortfolio = {
    options,
    accounts,
    themeMode,
    loadData,
    add: async (text) => (await loadData()).add(text),
    remove: async (account) => (await loadData()).remove(account),
    setAccounts(next) {
      assertAccounts(next, networks)
      page.value = next
    },
    setThemeMode,
    destroy() {
      isStopped = true
      if (newest.peek() === portfolio) newest.value = undefined
      for (const stop of stops) stop()
      stops.clear()
    },
  }
  if (isBrowser) {
    if (isLanguageGiven(options)) chooseLanguage(options)
    newest.value = portfolio
    loadData().catch(() => {})
    import('#portfolio').catch(() => {})
  }
  return portfolio
}
