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

/** The views, and what each is shown with. A view that only the modal opens adds its line in its own folder of `ui`. */
export interface Routes {
  /** Absent: the wallets of all namespaces. */
  Connect: Wanted | undefined
  /** The wallet that is being connected. */
  ConnectingExternal: {
    connector: Connector
    network?: Network | undefined
    /** Wanted one after the other; `connector` is one of them. */
    all?: readonly Connector[] | undefined
  }
  /** One wallet with several ways in, one for each namespace. */
  ConnectingMultiChain: { connectors: readonly Connector[] }
  /** A wallet that is somewhere else. Absent: whichever scans the code. */
  ConnectingWalletConnect:
    | {
        wallet: Wallet
        /** Its app was opened with the ready link when it was chosen: milliseconds since 1970. */
        openedAt?: number
      }
    | undefined
  /** The same of whichever wallet, where the modal begins with it. */
  ConnectingWalletConnectBasic: undefined
  /** The code that was sent there. */
  EmailVerifyOtp: Login & { email: string }
  EmailVerifyDevice: Login & { email: string }
  ConnectSocials: Login | undefined
  /** In this window; null: the browser has blocked it. */
  ConnectingSocial: Login & { social: Social; popup: Window | null }
  ConnectingFarcaster: Login | undefined
  /** The directory of wallets. */
  AllWallets: undefined
  WhatIsAWallet: undefined
  /** For somebody who has no wallet yet. */
  GetWallet: undefined
  /** The downloads of a wallet. */
  Downloads: { wallet: Wallet }
  Account: undefined
  AccountSettings: undefined
  Wallets: undefined
  Networks: undefined
  WhatIsANetwork: undefined
  /** The network that the wallet is asked to switch to. */
  SwitchNetwork: { network: Network }
  /** Where somebody wants to go who has no account there. */
  SwitchActiveChain: { network: Network }
  UnsupportedChain: undefined
  SIWXSignMessage: undefined
  /** In the frame of the sign-in site. */
  ApproveTransaction: Approval | undefined
  OnRampProviders: undefined
  OnRampFiatSelect: undefined
  OnRampTokenSelect: undefined
  /** The chosen provider; the buying state keeps the purchase. */
  BuyInProgress: { provider: OnRampProviderName }
  WhatIsABuy: undefined
  /** What the page asks somebody to pay: `Shell.pagePayment`. */
  Pay: undefined
  WalletReceive: undefined
  WalletCompatibleNetworks: undefined
  WalletSend: undefined
  WalletSendSelectToken: undefined
  /** From what was entered to the hash. */
  WalletSendPreview: { transfer: Transfer }
  Swap: undefined
  /** Of which side. */
  SwapSelectToken: { side: 'from' | 'to' }
  /** From what was entered to the hash. */
  SwapPreview: { swap: Swap }
  /** The allowances of the account. */
  SpendingCaps: undefined
  /** From one of them to the hash of its revocation. `app`: as `Allowance` says. */
  SpendingCap: { revocation: Revocation; app?: string | undefined }
  /** The smart sessions of the account. */
  SmartSessionList: undefined
  /** One of them. */
  SmartSession: { account: CaipAddress; id: string }
  /** What a name of an account is. */
  ChooseAccountName: undefined
  RegisterAccountName: undefined
  /** Whose name it is now. */
  RegisterAccountNameSuccess: { name: string; account: ConnectedAccount }
}
/** Signing in by email or a social account. */
interface Login {
  /** Where the account shall be. */
  network?: Network | undefined
}
export type Social = 'google' | 'x' | 'discord' | 'farcaster' | 'github' | 'apple' | 'facebook'

/** Why an account is requested. */
export interface Wanted {
  namespace: Namespace
  /** Where it shall be. */
  network?: Network
}

export type ViewName = keyof Routes

/** A view with what it is shown with: absent where the way there is missing it. */
export type Route = { [Name in ViewName]: { view: Name; data?: Routes[Name] | undefined } }[ViewName]

/** The views that a page may open. */
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

/** Where somebody connects. */
export type ConnectStartView = Extract<HomeView, 'Connect' | 'AllWallets' | 'ConnectingWalletConnectBasic'>

/** The way in that is wanted after this one; undefined after the last. */
export function getNext({
  connector,
  all = [],
}: Routes['ConnectingExternal']): Routes['ConnectingExternal'] | undefined {
  const next = all[all.indexOf(connector) + 1]
  return next && { connector: next, all }
}
