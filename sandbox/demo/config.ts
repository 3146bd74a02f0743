/**
 * The page's settings: the sandbox's `config.json`, with overrides from the page's query parameters.
 *
 * - URLs and looks: `api`, `rpc`, `theme`, `market=calm`, `embedded`
 * - wallets: `wallets`, `announcing`, `walletconnect=none`, `directory=none`, `directory={"featuredWalletIds":[…]}`
 * (JSON of the page's options for the directory)
 * - networks: `networks=many`, `networks=evm`, `anywhere` (a wallet may stay on any network)
 * - signing in: `sign-in`, `sign-in-by=page`, `login` (by email or a social account; a value sets the order of the
 * connect methods), `account=eoa` (the standard account instead of the smart one)
 * - left out: `balance=none`, `activity=none`, `smart-sessions=none`, `reports=none`
 */
import type { ConnectMethod, Options } from 'billfold'
import type { DemoConfig } from '../services/page-server.ts'
import { readWalletChoice, type WalletChoice } from '../people/wallets/choice.ts'

export interface PageConfig extends DemoConfig, WalletChoice {
  theme: 'dark' | 'light'
  /** Redraws the market only now and then instead of in each frame, which makes tests faster. */
  isCalm: boolean
  signsIn: SigningIn
  /** The page stores sign-ins itself, instead of the sandbox's server. */
  keepsSignIns: boolean
  /** Adds so many networks that the list has to scroll. All of them use the first chain. */
  hasManyNetworks: boolean
  /** Leaves out Solana and Bitcoin. */
  hasOnlyEvm: boolean
  /** Shows the balance on the button. Without it, Billfold sends no requests while the modal is closed. */
  showsBalance: boolean
  showsActivity: boolean
  /** Shows the account's smart sessions. */
  hasSmartSessions: boolean
  /** Sends usage reports. */
  reports: boolean
  /** Wallets that the page selects from the directory or adds. */
  directory: Pick<Options, 'featuredWalletIds' | 'includeWalletIds' | 'excludeWalletIds' | 'customWallets'>
  hasDirectory: boolean
  hasWalletConnect: boolean
  /** Shows the card as a part of the page instead of a modal. */
  isEmbedded: boolean
  /**
   * Offers sign-in by email or a social account, with the connect methods in this order; empty: the default order;
   * undefined: no sign-in.
   */
  loginOrder: readonly ConnectMethod[] | undefined
  /** Selects the standard account on the sign-in site instead of the smart account. */
  prefersPlain: boolean
  /** Lets the wallet stay on a network that isn't in the page's list. */
  allowsAnyNetwork: boolean
}

export const signingIns = ['off', 'optional', 'required'] as const
export type SigningIn = (typeof signingIns)[number]

export async function fetchConfig(): Promise<PageConfig> {
  const response = await fetch('config.json')
  const told = (await response.json()) as DemoConfig
  const asked = new URLSearchParams(location.search)
  const directory = asked.get('directory') ?? '{}'
  return {
    ...told,
    ...readWalletChoice(asked),
    api: asked.get('api') ?? told.api,
    rpc: asked.get('rpc') ?? told.rpc,
    theme: asked.get('theme') === 'light' ? 'light' : 'dark',
    isCalm: asked.get('market') === 'calm',
    signsIn: signingIns.find((one) => one === asked.get('sign-in')) ?? 'off',
    keepsSignIns: asked.get('sign-in-by') === 'page',
    hasManyNetworks: asked.get('networks') === 'many',
    hasOnlyEvm: asked.get('networks') === 'evm',
    showsBalance: asked.get('balance') !== 'none',
    showsActivity: asked.get('activity') !== 'none',
    hasSmartSessions: asked.get('smart-sessions') !== 'none',
    reports: asked.get('reports') !== 'none',
    directory: directory === 'none' ? {} : (JSON.parse(directory) as PageConfig['directory']),
    hasDirectory: directory !== 'none',
    hasWalletConnect: asked.get('walletconnect') !== 'none',
    isEmbedded: asked.has('embedded'),
    loginOrder: readOrder(asked.get('login')),
    prefersPlain: asked.get('account') === 'eoa',
    allowsAnyNetwork: asked.has('anywhere'),
  }
}

function readOrder(text: string | null): readonly ConnectMethod[] | undefined {
  return text === null ? undefined : (text.split(',').filter(Boolean) as ConnectMethod[])
}
