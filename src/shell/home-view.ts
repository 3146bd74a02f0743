/**
 * The view that fits the connected account and its network.
 *
 *   disconnected ─┬─▶ Connect
 *                 └─ only WalletConnect is offered ─▶ AllWallets on a phone, else ConnectingWalletConnectBasic
 *   connected ─┬─ on a network of the page ─▶ Account
 *              └─ on another network ─▶ UnsupportedChain, or Account if the modal offers no switching
 *
 * While a payment request of the page is open, the home view is Pay.
 */
import type { AccountState } from '../wallets/account.ts'
import { isPhone } from '../base/device.ts'
import type { Options } from './options.ts'
import type { HomeView, OpenableView, Route, ConnectStartView, ViewName } from './routes.ts'

type Switches = Pick<Options, 'enableNetworkSwitch' | 'basic' | 'manualWCControl'> & {
  adapters?: readonly unknown[]
}

/** The view that the modal starts with. */
export function getHomeView(account: AccountState, options: Switches): HomeView {
  const { enableNetworkSwitch = true, basic } = options
  if (account.status !== 'connected') return getConnectView(options)
  return account.unsupported && enableNetworkSwitch && !basic ? 'UnsupportedChain' : 'Account'
}

/** The view in which a wallet is connected. */
export function getConnectView({ basic, manualWCControl, adapters }: Switches): ConnectStartView {
  if (!basic && !manualWCControl && adapters?.length !== 0) return 'Connect'
  return isPhone() ? 'AllWallets' : 'ConnectingWalletConnectBasic'
}

/** Returns the requested view. If that view has nothing to show now, returns a view that suits the state. */
export function getFittingView(
  view: OpenableView | HomeView,
  home: HomeView,
  options: Switches,
): OpenableView | HomeView {
  const { enableNetworkSwitch = true } = options
  const start = getConnectView(options)
  if (guides.has(view) && (home === 'Connect' || home === 'Account')) return view
  if (home !== 'UnsupportedChain' && start === 'Connect' && starts.has(view)) return view
  if (viewsWithoutAccount.has(home) || viewsWithoutAccount.has(view)) return start
  if (ofAccount.has(view) && home === 'Account') return view
  const isOfNetworks = view === 'Networks' || view === 'SwitchNetwork'
  return isOfNetworks && enableNetworkSwitch ? 'Networks' : home
}

/**
 * The modal's own navigation after a change of account; `home` is the new start view.
 * @param history of the views, oldest first
 */
export function getNavigation(
  history: readonly Route[],
  isOpen: boolean,
  before: AccountState,
  now: AccountState,
  home: HomeView,
): 'stay' | 'home' | 'back' | 'open' | 'close' {
  const route = history.at(-1)!
  const { view } = route
  const isOfAccount = !viewsWithoutAccount.has(view)
  if (now.status !== 'connected') return isOfAccount ? 'home' : 'stay'
  if (before.status !== 'connected') return starts.has(view) ? 'home' : 'stay'
  // Stay if the network has not changed. Also stay in a view that needs no account, where the person connects another
  // wallet.
  if (before.caipNetworkId === now.caipNetworkId || (isOpen && !isOfAccount)) return 'stay'
  const asked = isOpen && route.view === 'SwitchNetwork' ? route.data?.network : undefined
  if (home === 'UnsupportedChain') return asked ? 'stay' : 'open'
  // After the switch from an unsupported network, close the modal, unless the page has requested a payment.
  if (before.unsupported && home !== 'Pay') return 'close'
  if (asked?.caipNetworkId !== now.caipNetworkId) return 'stay'
  // Return to the form from which the person came.
  const from = history.at(-2)?.view
  return from === 'Swap' || from === 'WalletSend' ? 'back' : 'home'
}

/** Start views of a person without an account. */
const starts: ReadonlySet<ViewName> = new Set<HomeView>([
  'Connect',
  'AllWallets',
  'ConnectingWalletConnectBasic',
])

/** Guides, which are the same for every account. */
const guides: ReadonlySet<ViewName> = new Set<OpenableView>(['WhatIsAWallet', 'WhatIsANetwork'])

/** Account views that a page may open. */
const ofAccount: ReadonlySet<ViewName> = new Set<OpenableView>([
  'AccountSettings',
  'Wallets',
  'OnRampProviders',
  'WalletReceive',
  'WalletSend',
  'Swap',
  'ChooseAccountName',
  'RegisterAccountName',
  'SmartSessionList',
])

/** Views that need no account. All other views show nothing without an account. */
export const viewsWithoutAccount: ReadonlySet<ViewName> = new Set<ViewName>([
  ...starts,
  ...guides,
  'ConnectingMultiChain',
  'ConnectingExternal',
  'ConnectingWalletConnect',
  'ConnectingSocial',
  'ConnectingFarcaster',
  'ConnectSocials',
  'EmailVerifyOtp',
  'EmailVerifyDevice',
  'GetWallet',
  'Downloads',
])
