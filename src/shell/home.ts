/**
 * Which view fits who is connected, and on which network.
 *
 *   home:  nobody ─▶ Connect    on a network of the page ─▶ Account    on another one ─▶ UnsupportedChain
 */
import type { AccountState } from '../connections/account.ts'
import type { Options } from './options.ts'
import type { Home, OpenableView, Route, ViewName } from './routes.ts'

type Switches = Pick<Options, 'enableNetworkSwitch'>

/** The view that the modal starts with. */
export function getHome(account: AccountState, { enableNetworkSwitch = true }: Switches): Home {
  if (account.status !== 'connected') return 'Connect'
  return account.unsupported && enableNetworkSwitch ? 'UnsupportedChain' : 'Account'
}

/** What is shown when a view is asked for that may have nothing to show now. */
export function getFitting(
  view: OpenableView,
  home: Home,
  { enableNetworkSwitch = true }: Switches,
): OpenableView {
  if (home === 'Connect' || ofNobody.has(view)) return 'Connect'
  if (view === 'AccountSettings' && home === 'Account') return view
  const isOfNetworks = view === 'Networks' || view === 'SwitchNetwork'
  return isOfNetworks && enableNetworkSwitch ? 'Networks' : home
}

/** What the modal does by itself when the account has changed; `home` is where it starts by now. */
export function getMove(
  route: Route,
  isOpen: boolean,
  before: AccountState,
  now: AccountState,
  home: Home,
): 'stay' | 'home' | 'open' | 'close' {
  const { view } = route
  const isOfAccount = !ofNobody.has(view)
  if (now.status !== 'connected') return isOfAccount ? 'home' : 'stay'
  if (before.status !== 'connected') return view === 'Connect' ? 'home' : 'stay'
  // Who connects another wallet stays where that is done.
  if (before.caipNetworkId === now.caipNetworkId || (isOpen && !isOfAccount)) return 'stay'
  const asked = isOpen && route.view === 'SwitchNetwork' ? route.data?.network : undefined
  if (home === 'UnsupportedChain') return asked ? 'stay' : 'open'
  // Who comes from a network that the page does not have wanted to go on with the page.
  if (!before.network) return 'close'
  return asked?.caipNetworkId === now.caipNetworkId ? 'home' : 'stay'
}

/** Views for somebody who is not connected. All others show nothing then. */
const ofNobody: ReadonlySet<ViewName> = new Set<ViewName>(['Connect', 'ConnectingExternal'])
