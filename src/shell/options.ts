/** The options of `createBillfold`. */
import type { Adapter } from '../wallets/adapter.ts'
import type { Auth } from '../wallets/auth/option.ts'
import type { CaipNetworkId, Namespace } from '../core/chains/caip.ts'
import type { NetworkInput } from '../core/chains/networks.ts'
import type { Wallet } from '../core/assets/wallet.ts'
import type { SIWEConfig, SIWX } from '../siwx/siwx.ts'
import type { AccountTypes } from '../wallets/account-types.ts'
import type { Metadata } from '../base/metadata.ts'
import type { LanguageOptions } from '../base/language.ts'
import type { Prefetch } from './prefetch.ts'

/** `Served`: the namespaces of the adapters. */
export interface Options<Served extends Namespace = Namespace> extends LanguageOptions {
  /** From the project's dashboard; sent with each call to the API. */
  projectId: string
  /** At least one. viem chains fit as they are. */
  networks: readonly NetworkInput[]
  /** One for each namespace that the page serves, for example `evm()`. */
  adapters: readonly Adapter<Served>[]
  metadata: Metadata
  /** Sign-in by email or social account: `authFrame()` of `billfold/auth`. Default: off. Needs `evm()`. */
  auth?: Auth
  /** `auto`: as the system has it, also when that changes. Default: dark. */
  themeMode?: ThemeMode | 'auto'
  /** Whether the modal offers to go to another network. Default: true. */
  enableNetworkSwitch?: boolean
  /**
   * Whether a wallet may stay on a network that the page did not name. Default: false, and the modal opens to lead it
   * to one that the page has.
   */
  allowUnsupportedChain?: boolean
  /** Whether wallets that are somewhere else can be connected, by a code or a link. Default: true. */
  enableWalletConnect?: boolean
  /**
   * Whether a person who is not connected is shown WalletConnect at once, and no wallets of this browser, whatever view the
   * page opens. Default: false.
   */
  basic?: boolean
  /** The same, under the name that other libraries for WalletConnect have for it. Default: false. */
  manualWCControl?: boolean
  /** Whether a wallet is opened by its https address where it has one, and not by its own scheme. Default: false. */
  experimental_preferUniversalLinks?: boolean
  /**
   * Whether the card is a part of the page, in the page's own `<billfold-modal>`, in place of a dialog above it. Default:
   * false. From the first `open()` on it stays: closing it shows Account or Connect.
   */
  enableEmbedded?: boolean
  /** The token (its contract's address) whose amount counts as the balance, by CAIP-2. Default: the native token. */
  tokens?: Readonly<Record<CaipNetworkId, { address: string }>>
  /** Which account of a wallet is used until a person chooses. Default: smartAccount for eip155, payment for bip122, else eoa. */
  defaultAccountTypes?: AccountTypes
  /** Sign-in with the wallet: one of `billfold/siwx`, or the page's own. Default: off. */
  siwx?: SIWX
  /** The same in its older shape, for eip155 alone; not beside `siwx`. */
  siweConfig?: SIWEConfig
  /** Nodes that are asked in place of the networks' own, by CAIP-2, first choice first; the next where one cannot be had. */
  customRpcUrls?: Readonly<Record<CaipNetworkId, readonly { url: string }[]>>
  /** Sent with each call to the API as `st`. Default: billfold. */
  sdkType?: string
  /** Sent with each call to the API as `sv`; without it balances come empty. Default: `html-<adapters>-<version>`. */
  sdkVersion?: string
  /** Wallets of the directory (their ids there) that stand before others, in this order. */
  featuredWalletIds?: readonly string[]
  /** Only these of the directory are listed. Default: all that are of the page's networks. */
  includeWalletIds?: readonly string[]
  /** These are not listed, nor a wallet of this browser that says it is one of them. */
  excludeWalletIds?: readonly string[]
  /** Wallets that the directory does not know. */
  customWallets?: readonly Wallet[]
  /** The enabled features. The project's dashboard may override them. */
  features?: Features
  /** The features from the project's dashboard as the page knows them; used until the dashboard answers. */
  remoteFeatures?: RemoteFeatures
  termsConditionsUrl?: string
  privacyPolicyUrl?: string
  /** Base URL of the blockchain API. Default: the public host. */
  apiUrl?: string
  /** Base URL of the wallet directory, which also says what the project's dashboard decides. Default: the public host. */
  explorerUrl?: string
  /** Base URL of the host that takes reports (see `features.analytics`). Default: the public host. */
  analyticsUrl?: string
  /** URL of Meld. Default: its public host. */
  onRampUrl?: string
  /** By which Meld knows the page. */
  meldPublicKey?: string
  /** Of WalletConnect's relay. Default: the public host. */
  relayUrl?: string
  /**
   * When the code of the first opening is downloaded: `idle` once the page has loaded and is idle, but not with Save-Data
   * or on 2g; `intent` when a pointer or the focus comes near the button, which `idle` does as well; `none` at the click.
   * Default: idle.
   */
  prefetch?: Prefetch
  /** BCP 47, for figures and dates. Default: the browser's, or that of `language` where the browser has another one. */
  locale?: string
  /**
   * Where the worker comes from when the page hosts it itself: the address of `billfold/worker`, or a function that
   * starts it as `new Worker(url, { type: 'module', name: 'billfold' })`. Default: the file that comes with the package.
   */
  worker?: string | URL | (() => Worker)
}

/** Each is on unless something else is said of it. */
export interface Features {
  /** The activity of EVM accounts. Off: it is neither shown nor asked for. */
  activity?: boolean
  /**
   * Reports of how the modal is used go to the project's owner, from its first opening on. Off: not one byte does.
   * @see docs/analytics.md
   */
  analytics?: boolean
  /** Signing in by email, where the page has `auth`. */
  email?: boolean
  /** Social accounts by name in their order, where the page has `auth`. Default: google, x, discord, farcaster, github, apple, facebook. */
  socials?: readonly string[] | false
  /** Ways to connect in another order. Default: email, social, wallet; wallets come first where one is installed. */
  connectMethodsOrder?: readonly ConnectMethod[]
  /** The directory of wallets beyond those that the page names. Default: true. */
  allWallets?: boolean
  /** Wallets stand behind one button. Default: false. */
  collapseWallets?: boolean
  /** Whether a person must accept the terms and the privacy policy before a wallet can be chosen. Default: false. */
  legalCheckbox?: boolean
  /** The groups of wallets in another order; those that are left out follow in their own. */
  connectorTypeOrder?: readonly ConnectorGroup[]
  /** The view with the account's address and its code. */
  receive?: boolean
  send?: boolean
  /** Providers by name, or all that there are. */
  swaps?: boolean | readonly string[]
  /** The same of those who sell for a card or from a bank: coinbase, meld. */
  onramp?: boolean | readonly string[]
  /** The order of the payment features; features left out follow in the default order. */
  walletFeaturesOrder?: readonly WalletFeature[]
  /** Whether the page may ask for payments: `billfold.pay()`. Default: off. */
  pay?: boolean
  /**
   * The smart sessions of EVM accounts: what applications may do on an account's behalf until a set time (ERC-7715), with the
   * way to revoke it. Default: off; then they are neither shown nor asked for.
   */
  smartSessions?: boolean
}

/** The features that a project's dashboard can override. */
export type RemoteFeatures = Pick<
  Features,
  'activity' | 'email' | 'socials' | 'swaps' | 'onramp' | 'smartSessions' | 'pay'
>

export type ConnectMethod = 'email' | 'social' | 'wallet'

/** In the order in which they stand. */
export type ConnectorGroup =
  | 'walletConnect'
  | 'recent'
  | 'injected'
  | 'featured'
  | 'custom'
  | 'external'
  | 'recommended'

/** In the order in which they stand. */
export type WalletFeature = 'onramp' | 'swaps' | 'receive' | 'send'

export type ThemeMode = 'dark' | 'light'
