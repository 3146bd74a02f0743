/** The options of `createPortfolio`, and their checks. */
import { assertUrls } from '../base/assert-urls.ts'
import type { LanguageOptions } from '../base/language.ts'
import type { Metadata } from '../base/metadata.ts'
import type { Readable } from '../base/readable.ts'
import { isEvmAddress } from '../core/chains/address.ts'
import { BillfoldError, type ErrorCode } from '../core/base/errors.ts'
import { type CaipAddress, type CaipNetworkId, parseCaipAddress } from '../core/chains/caip.ts'
import { type NetworkInput, toCaipNetworkId } from '../core/chains/networks.ts'
import { isSolanaAddress } from '../core/chains/solana-address.ts'
import { listLanguageFaults, listUnknown, themeModes } from '../shell/check-options.ts'
import type { ThemeMode } from '../shell/options.ts'
import type { AccountState } from '../wallets/account.ts'
import { servedNamespaces } from './account.ts'

export interface PortfolioOptions extends LanguageOptions {
  /** From the project's dashboard; sent with each call to the API. */
  projectId: string
  /**
   * Networks of EVM and Solana, at least one. A viem chain can be passed unchanged. Each account is read on all
   * networks of its namespace.
   */
  networks: readonly NetworkInput[]
  /** Accounts that the page shows (CAIP-10), on any of its networks. Default: none. */
  accounts?: readonly CaipAddress[]
  /** The page's Billfold, whose connected accounts are shown, with a button to connect. Default: no wallet. */
  billfold?: FollowedBillfold
  /** The page's metadata. The icon is shown beside the page's address. */
  metadata?: Partial<Metadata>
  /** `auto`: follows the system's theme. Default: dark. */
  themeMode?: ThemeMode | 'auto'
  /**
   * Nodes to use instead of the networks' own, by CAIP-2, in order of preference. If a node fails, the next one is
   * asked.
   */
  customRpcUrls?: Readonly<Record<CaipNetworkId, readonly { url: string }[]>>
  /** Sent with each call to the API as `st`. Default: billfold. */
  sdkType?: string
  /**
   * Sent with each call to the API as `sv`: the API returns no balances without `sv`. Default:
   * `html-portfolio-<version>`.
   */
  sdkVersion?: string
  /** Base URL of the blockchain API. Default: the public host. */
  apiUrl?: string
  /** Base URL of the wallet directory, which serves the networks' pictures. Default: the public host. */
  explorerUrl?: string
  /** BCP 47, for figures and dates. Default: the browser's locale if its language is `language`, else `language`. */
  locale?: string
  /**
   * For pages that host the worker themselves: the address of `billfold/worker`, or a function that starts it as
   * `new Worker(url, { type: 'module', name: 'billfold' })`. Default: the package's own file.
   */
  worker?: string | URL | (() => Worker)
}

/** The parts of a Billfold that a portfolio needs; importing this loads no code. */
export interface FollowedBillfold {
  readonly account: Readable<AccountState>
  open(): Promise<void>
}

/** @throws project_id_missing, options_invalid */
export function assertPortfolioOptions(options: PortfolioOptions): void {
  const { projectId, networks, accounts = [], billfold, themeMode = 'dark' } = options
  needs(projectId, 'a projectId: create one in your dashboard', 'project_id_missing')
  needs(networks?.length, 'networks, such as [mainnet]')
  for (const name of listUnknown(options, optionNames))
    needs(false, `options that docs/portfolio.md lists, not "${name}"`)
  for (const { chainNamespace = 'eip155', name } of networks)
    needs(
      (servedNamespaces as readonly string[]).includes(chainNamespace),
      `networks of ${servedNamespaces.join(' or ')}: balances on ${name} (${chainNamespace}) cannot be read`,
    )
  needs(themeModes.includes(themeMode), `themeMode to be one of ${themeModes.join(', ')}, not "${themeMode}"`)
  for (const fault of listLanguageFaults(options)) needs(false, fault)
  needs(
    !billfold || (typeof billfold.account?.subscribe === 'function' && typeof billfold.open === 'function'),
    'billfold to be the return value of createBillfold()',
  )
  assertAccounts(accounts, networks)
  const named = networks.map(toCaipNetworkId)
  for (const [id, value] of Object.entries(options.customRpcUrls ?? {}))
    needs(
      !value || named.includes(id as CaipNetworkId),
      `customRpcUrls to name its networks (${named.join(', ')}), not "${id}"`,
    )
  for (const [option, value] of Object.entries({ ...options, billfold: undefined })) assertUrls(value, option)
}

/** @throws options_invalid for an account that the portfolio cannot show */
export function assertAccounts(
  accounts: readonly CaipAddress[],
  networks: readonly Pick<NetworkInput, 'chainNamespace'>[],
): void {
  needs(Array.isArray(accounts), 'accounts to be a list, such as ["eip155:1:0xab…"]')
  for (const account of accounts) {
    const parsed = parse(account)
    needs(
      parsed && networks.some(({ chainNamespace = 'eip155' }) => chainNamespace === parsed.namespace),
      `accounts in CAIP-10 and of its networks, not "${String(account).slice(0, 80)}"`,
    )
    const isAddress = parsed.namespace === 'eip155' ? isEvmAddress : isSolanaAddress
    needs(isAddress(parsed.address), `accounts with an address, not "${account.slice(0, 80)}"`)
  }
}

function parse(account: CaipAddress) {
  try {
    return parseCaipAddress(account)
  } catch {
    return undefined
  }
}

function needs(isMet: unknown, what: string, code: ErrorCode = 'options_invalid'): asserts isMet {
  if (!isMet) throw new BillfoldError(code, `createPortfolio needs ${what}.`)
}

const optionNames: readonly (keyof PortfolioOptions)[] = [
  'projectId',
  'networks',
  'accounts',
  'billfold',
  'metadata',
  'themeMode',
  'customRpcUrls',
  'sdkType',
  'sdkVersion',
  'apiUrl',
  'explorerUrl',
  'locale',
  'language',
  'texts',
  'worker',
]
