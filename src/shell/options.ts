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

/** The options of `createBillfold`. `Served`: the namespaces of the adapters. */
export interface Options<Served extends Namespace = Namespace> extends LanguageOptions {
  /** From the project's dashboard; sent with each call to the API. */
  projectId: string
  /** The page's networks, at least one. A viem chain can be passed unchanged. */
  networks: readonly NetworkInput[]
  /** One adapter for each namespace that the page serves, for example `evm()`. */
  adapters: readonly Adapter<Served>[]
  /** The site's name, address and icons, as wallets and people see them. */
  metadata: Metadata
  /** Sign-in by email or social account: `authFrame()` of `billfold/auth`. Default: off. Needs `evm()`. */
  auth?: Auth
  /** `auto`: follows the system's theme. Default: dark. */
  themeMode?: ThemeMode | 'auto'
  /** Whether the modal offers network switching. Default: true. */
  enableNetworkSwitch?: boolean
  /**
   * Whether a wallet may stay on a network that the page did not name. Default: false; then the modal asks to switch to
   * one of the page's networks.
   */
  allowUnsupportedChain?: boolean
  /** Whether wallets outside this browser can be connected, by a code or a link. Default: true. */
  enableWalletConnect?: boolean
  /**
   * Whether the modal shows only WalletConnect while disconnected, whichever view the page opens, without the wallets of this
   * browser. Default: false.
   */
  basic?: boolean
  /** Same as `basic`, under the name that other WalletConnect libraries use. Default: false. */
  manualWCControl?: boolean
  /** Whether a wallet is opened by its https address, if it has one, instead of its own scheme. Default: false. */
  experimental_preferUniversalLinks?: boolean
  /**
   * Whether the modal is part of the page, in the page's own `<billfold-modal>`, instead of a dialog above it. Default: false.
   * After the first `open()`, the modal stays visible: closing it shows Account or Connect.
   */
  enableEmbedded?: boolean
  /**
   * By network (CAIP-2): the token (contract address) whose amount is shown as the balance. Default: the native token.
   */
  tokens?: Readonly<Record<CaipNetworkId, { address: string }>>
  /**
   * The account type that is used until a person chooses one. Default: smartAccount for eip155, payment for bip122, else eoa.
   */
  defaultAccountTypes?: AccountTypes
  /**
   * Sign-in with the wallet: one of `billfold/siwx`, or the page's own. Default: off.
   * @see https://chainagnostic.org/CAIPs/caip-122
   */
  siwx?: SIWX
  /** The older form of `siwx`, for eip155 alone (EIP-4361). Cannot be combined with `siwx`. */
  siweConfig?: SIWEConfig
  /**
   * Nodes to use instead of the networks' own, by CAIP-2, in order of preference. If a node fails, the next one is
   * asked.
   */
  customRpcUrls?: Readonly<Record<CaipNetworkId, readonly { url: string }[]>>
  /** Sent with each call to the API as `st`. Default: billfold. */
  sdkType?: string
  /**
   * Sent with each call to the API as `sv`: the API returns no balances without `sv`. Default:
   * `html-<adapters>-<version>`.
   */
  sdkVersion?: string
  /** Directory wallets (by directory id) that are listed first, in this order. */
  featuredWalletIds?: readonly string[]
  /** Lists only these directory wallets. Default: all that support one of the page's networks. */
  includeWalletIds?: readonly string[]
  /** Wallets to hide, by directory id, even those that are installed in this browser. */
  excludeWalletIds?: readonly string[]
  /** Wallets that the directory does not know. */
  customWallets?: readonly Wallet[]
  /** Features that the page enables. The project's dashboard may decide otherwise. */
  features?: Features
  /** The dashboard's decisions as far as the page knows them; valid until the dashboard answers. */
  remoteFeatures?: RemoteFeatures
  /** The page's terms; the modal links to them. */
  termsConditionsUrl?: string
  /** The page's privacy policy; the modal links to it. */
  privacyPolicyUrl?: string
  /** Base URL of the blockchain API. Default: the public host. */
  apiUrl?: string
  /** Base URL of the wallet directory, which also returns the dashboard's decisions. Default: the public host. */
  explorerUrl?: string
  /** Base URL of the host that takes reports (see `features.analytics`). Default: the public host. */
  analyticsUrl?: string
  /** Base URL of Meld's purchase page. Default: Meld's public host. */
  onRampUrl?: string
  /** The page's public key at Meld. */
  meldPublicKey?: string
  /** URL of WalletConnect's relay. Default: the public host. */
  relayUrl?: string
  /**
   * Decides when the modal's code is downloaded. Default: idle.
   * - `idle`: once the page has loaded and is idle, but not with Save-Data or on 2g. Also at the times of `intent`.
   * - `intent`: when a pointer or the focus reaches the button.
   * - `none`: at the click.
   */
  prefetch?: Prefetch
  /** BCP 47, for figures and dates. Default: the browser's locale if its language is `language`, else `language`. */
  locale?: string
  /**
   * For pages that host the worker themselves: the address of `billfold/worker`, or a function that starts it as
   * `new Worker(url, { type: 'module', name: 'billfold' })`. Default: the package's own file.
   */
  worker?: string | URL | (() => Worker)
}

/** Features of the modal. Each is on unless its line says otherwise. */
export interface Features {
  /** The activity of EVM accounts. Off: no activity is shown or fetched. */
  activity?: boolean
  /**
   * Reports of how the modal is used, sent to the project's owner from the first opening on. Off: nothing is sent.
   * @see docs/analytics.md
   */
  analytics?: boolean
  /** Sign-in by email, if the page has `auth`. */
  email?: boolean
  /**
   * Social accounts by name, in this order, if the page has `auth`. Default: google, x, discord, farcaster, github, apple,
   * facebook.
   */
  socials?: readonly string[] | false
  /** Order of the ways to connect. Default: email, social, wallet. If a wallet is installed, wallets come first. */
  connectMethodsOrder?: readonly ConnectMethod[]
  /** Lists the directory's wallets besides those that the page names. Default: true. */
  allWallets?: boolean
  /** Puts all wallets behind one button. Default: false. */
  collapseWallets?: boolean
  /** Whether a person must accept the terms and the privacy policy before a wallet can be chosen. Default: false. */
  legalCheckbox?: boolean
  /** Order of the wallet groups; groups that are left out follow in the default order. */
  connectorTypeOrder?: readonly ConnectorGroup[]
  /** The view with the account's address and QR code. */
  receive?: boolean
  /** Sending native tokens and other tokens. */
  send?: boolean
  /** Swap providers by name; true: all. */
  swaps?: boolean | readonly string[]
  /** Providers that sell tokens for a payment by card or bank transfer: coinbase, meld; true: all. */
  onramp?: boolean | readonly string[]
  /** Order of the account's actions; actions that are left out follow in the default order. */
  walletFeaturesOrder?: readonly WalletFeature[]
  /** Whether the page may ask for payments: `billfold.pay()`. Default: off. */
  pay?: boolean
  /**
   * Lists the smart sessions of EVM accounts and lets people revoke them. A smart session permits an application to act for the
   * account until a set time (ERC-7715). Default: off; then nothing is fetched.
   */
  smartSessions?: boolean
}

/** Features that the project's dashboard may decide. */
export type RemoteFeatures = Pick<
  Features,
  'activity' | 'email' | 'socials' | 'swaps' | 'onramp' | 'smartSessions' | 'pay'
>

export type ConnectMethod = 'email' | 'social' | 'wallet'

/** The groups of wallets, in the order in which the modal lists them by default. */
export type ConnectorGroup =
  | 'walletConnect'
  | 'recent'
  | 'injected'
  | 'featured'
  | 'custom'
  | 'external'
  | 'recommended'

/** The account's actions, in the order in which their buttons are shown by default. */
export type WalletFeature = 'onramp' | 'swaps' | 'receive' | 'send'

export type ThemeMode = 'dark' | 'light'
