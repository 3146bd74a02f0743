import type { ConnectedAccount } from '../wallets/account.ts'
import type { Connector } from '../wallets/connector.ts'
import type { CaipAddress, Namespace } from '../core/chains/caip.ts'
import type { Network } from '../core/chains/networks.ts'
import type { OnRampProviderName } from '../core/payments/onramp-providers.ts'
import type { Wallet } from '../core/assets/wallet.ts'
import type { Approval } from '../wallets/auth/option.ts'
import type { Revocation } from '../payments/create-revocation.ts'
import type { Swap } from '../payments/create-swap.ts'
import type { Transfer } from '../payments/create-transfer.ts'

/** The views and their data. A view that only the modal opens is declared in its own folder of `ui`. */
export interface Routes {
  /** Absent data: wallets of all namespaces. */
  Connect: Wanted | undefined
  /** The wallet being connected. */
  ConnectingExternal: {
    connector: Connector
    network?: Network | undefined
    /** Connectors to connect one after the other, including `connector`. */
    all?: readonly Connector[] | undefined
  }
  /** One connector for each namespace of the same wallet. */
  ConnectingMultiChain: { connectors: readonly Connector[] }
  /** A wallet outside this browser. Absent data: any wallet that scans the code. */
  ConnectingWalletConnect:
    | {
        wallet: Wallet
        /**
         * Time at which the wallet's app was opened with a prepared link. Milliseconds since 1970. Absent if the app
         * was not opened yet.
         */
        openedAt?: number
      }
    | undefined
  /** A start view with a code that any wallet can scan. */
  ConnectingWalletConnectBasic: undefined
  /** `email`: the address to which the code was sent. */
  EmailVerifyOtp: Login & { email: string }
  EmailVerifyDevice: Login & { email: string }
  ConnectSocials: Login | undefined
  /** `popup`: the provider's window; null if the browser blocked it. */
  ConnectingSocial: Login & { social: Social; popup: Window | null }
  ConnectingFarcaster: Login | undefined
  /** The directory of wallets. */
  AllWallets: undefined
  WhatIsAWallet: undefined
  /** For people without a wallet. */
  GetWallet: undefined
  /** Download links of a wallet. */
  Downloads: { wallet: Wallet }
  Account: undefined
  AccountSettings: undefined
  Wallets: undefined
  Networks: undefined
  WhatIsANetwork: undefined
  /** The network that the wallet must switch to. */
  SwitchNetwork: { network: Network }
  /** A network of a namespace without a connected account. */
  SwitchActiveChain: { network: Network }
  UnsupportedChain: undefined
  SIWXSignMessage: undefined
  /** Shown in the frame of the sign-in site. */
  ApproveTransaction: Approval | undefined
  OnRampProviders: undefined
  OnRampFiatSelect: undefined
  OnRampTokenSelect: undefined
  /** The chosen provider. `getPurchase` returns the purchase. */
  BuyInProgress: { provider: OnRampProviderName }
  WhatIsABuy: undefined
  /** The page's payment request; its data is `Shell.pagePayment`. */
  Pay: undefined
  WalletReceive: undefined
  WalletCompatibleNetworks: undefined
  WalletSend: undefined
  WalletSendSelectToken: undefined
  /** The transfer's review, until the wallet returns a hash. */
  WalletSendPreview: { transfer: Transfer }
  Swap: undefined
  /** `side`: the token to be sold or bought. */
  SwapSelectToken: { side: 'from' | 'to' }
  /** The swap's review, until the wallet returns a hash. */
  SwapPreview: { swap: Swap }
  /** The allowances of the account. */
  SpendingCaps: undefined
  /** One allowance with its revocation. `app`: as in `Allowance`. */
  SpendingCap: { revocation: Revocation; app?: string | undefined }
  SmartSessionList: undefined
  SmartSession: { account: CaipAddress; id: string }
  /** Explains account names. */
  ChooseAccountName: undefined
  RegisterAccountName: undefined
  /** The registered name and its account. */
  RegisterAccountNameSuccess: { name: string; account: ConnectedAccount }
}
/** Sign-in by email or a social account. */
interface Login {
  /** The requested network of the account. */
  network?: Network | undefined
}
export type Social = 'google' | 'x' | 'discord' | 'farcaster' | 'github' | 'apple' | 'facebook'

/** The namespace and network of a requested account. */
export interface Wanted {
  namespace: Namespace
  /** The requested network. Absent: any network of the namespace. */
  network?: Network
}

export type ViewName = keyof Routes

/** A view with its data. `data` is absent if the view was opened without it. */
export type Route = { [Name in ViewName]: { view: Name; data?: Routes[Name] | undefined } }[ViewName]

/** Views that a page can open. */
export const openable = [
  'Connect',
  'ConnectingExternal',
  'Account',
  'AccountSettings',
  'Wallets',
  'Networks',
  'SwitchNetwork',
  'UnsupportedChain',
  'WhatIsAWallet',
  'WhatIsANetwork',
  'AllWallets',
  'ConnectingWalletConnectBasic',
  'SIWXSignMessage',
  'OnRampProviders',
  'WalletReceive',
  'WalletSend',
  'Swap',
  'ChooseAccountName',
  'RegisterAccountName',
  'SmartSessionList',
] as const satisfies readonly ViewName[]
export type OpenableView = (typeof openable)[number]

/** The start view of the modal. */
export type HomeView = Extract<
  ViewName,
  | 'Connect'
  | 'AllWallets'
  | 'ConnectingWalletConnectBasic'
  | 'Account'
  | 'UnsupportedChain'
  | 'SIWXSignMessage'
  | 'Pay'
>

/** The view in which a person chooses a wallet. */
export type ConnectStartView = Extract<HomeView, 'Connect' | 'AllWallets' | 'ConnectingWalletConnectBasic'>

/** The data of the view for the connector that follows; undefined after the last connector. */
export function getNext({
  connector,
  all = [],
}: Routes['ConnectingExternal']): Routes['ConnectingExternal'] | undefined {
  const next = all[all.indexOf(connector) + 1]
  return next && { connector: next, all }
}
