import type { Connector } from '../connections/connector.ts'
import type { Network } from '../core/networks.ts'

/** The views, and what each is shown with. A view that only the modal opens adds its line in its own folder of `ui`. */
export interface Routes {
  Connect: undefined
  /** The wallet that is being connected. */
  ConnectingExternal: { connector: Connector }
  Account: undefined
  AccountSettings: undefined
  Networks: undefined
  /** Where the wallet is asked to go. */
  SwitchNetwork: { network: Network }
  UnsupportedChain: undefined
}
export type ViewName = keyof Routes

/** A view with what it is shown with: absent where the way there is missing it. */
export type Route = { [Name in ViewName]: { view: Name; data?: Routes[Name] | undefined } }[ViewName]

/** Those that a page may open. */
export const openable = [
  'Connect',
  'ConnectingExternal',
  'Account',
  'AccountSettings',
  'Networks',
  'SwitchNetwork',
  'UnsupportedChain',
] as const satisfies readonly ViewName[]
export type OpenableView = (typeof openable)[number]

/** Where the modal starts. */
export type Home = Extract<ViewName, 'Connect' | 'Account' | 'UnsupportedChain'>
