/**
 * Where the sandbox is: what it tells the page, and what the page's address says instead (`?api=&rpc=&theme=`,
 * `?wallets=&announcing=&sign-in=`). For tests it also says how else the page could be: `?networks=many`, `?networks=evm`,
 * `?market=calm`, `?anywhere`, `?embedded`, `?balance=none`, `?activity=none`, `?smart-sessions=none`, `?reports=none`, `?directory=none`, `?walletconnect=none`,
 * `?sign-in-by=page`, `?login` (by email or a social account; with a value: the order of the ways to connect), `?account=eoa` (not the smart account), and as JSON which wallets of the
 * directory it names: `?directory={"featuredWalletIds":[…]}`.
 */
import type { ConnectMethod, Options } from 'billfold'
import type { DemoConfig } from '../services/page-server.ts'
import { readWalletChoice, type WalletChoice } from '../people/wallets/choice.ts'

export interface PageConfig extends DemoConfig, WalletChoice {
  theme: 'dark' | 'light'
  /** The market is drawn now and then, and not in each frame: a test need not wait for it. */
  isCalm: boolean
  signsIn: SigningIn
  /** The page itself stores sign-ins, in place of the sandbox's server. */
  keepsSignIns: boolean
  /** Networks beside the sandbox's own, more than are seen at a glance. They lead to the same chain. */
  hasManyNetworks: boolean
  /** Only networks of eip155. */
  hasOnlyEvm: boolean
  /** On the button. Without it nothing is asked for while the modal is closed. */
  showsBalance: boolean
  showsActivity: boolean
  /** Lists smart sessions of the account. */
  hasSmartSessions: boolean
  /** Sends reports. */
  reports: boolean
  /** Which wallets of the directory the page names. */
  directory: Pick<Options, 'featuredWalletIds' | 'includeWalletIds' | 'excludeWalletIds' | 'customWallets'>
  hasDirectory: boolean
  hasWalletConnect: boolean
  /** The card is a part of the page. */
  isEmbedded: boolean
  /** One can sign in by email or a social account, with the ways to connect in this order; empty: in their own. */
  loginOrder: readonly ConnectMethod[] | undefined
  /** The sign-in site uses the plain account, not the smart one. */
  prefersPlain: boolean
  /** A wallet may stay on a network that the page does not have. */
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
