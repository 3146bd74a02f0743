/**
 * A wallet from the directory, or one that the page adds (`customWallets`). The field names are those of the
 * directory's answer.
 * @see docs/architecture.md
 */
import type { Namespace } from '../chains/caip.ts'

export interface Wallet {
  id: string
  /** Without line breaks. */
  name: string
  homepage?: string
  /** Id of a picture that the directory serves. */
  image_id?: string
  /**
   * https. A wallet that the page adds may also use `data:image/…`. For a directory wallet, the address that serves
   * `image_id`.
   */
  image_url?: string
  badge_type?: 'none' | 'certified'
  /** CAIP-2. */
  chains?: readonly string[]
  /** The link that opens the wallet on a phone: its own scheme or an https address. */
  mobile_link?: string
  /**
   * An https address that opens the wallet app directly if the operating system has linked the address to the app
   * (universal link).
   */
  link_mode?: string
  desktop_link?: string
  webapp_link?: string
  app_store?: string
  play_store?: string
  chrome_store?: string
  rdns?: string
  /**
   * The ids under which the installed wallet announces itself, by namespace: for example its EIP-6963 rdns or Wallet
   * Standard name.
   */
  injected?: readonly { namespace: Namespace; injected_id: string }[]
  description?: string
  /**
   * Whether the wallet is installed in this browser: it announced itself, or put its provider on `window`. Set on every
   * directory wallet, and ignored on a wallet that the page adds.
   */
  installed?: boolean
}

/** A list of wallets from the directory, after the page's options have been applied. */
export type WalletsParams =
  /**
   * featured: the wallets of the option `featuredWalletIds`, in the order of that option. excluded: the wallets of
   * `excludeWalletIds`, even if another option includes them.
   */
  | { list: 'featured' | 'excluded' }
  /** `page`: page of the list, counted from 1, with 40 wallets each. */
  | { list: 'all'; page: number; certified?: boolean }

export interface WalletSearch {
  /** The search text; at least two letters. */
  words: string
  certified?: boolean
}

export interface WalletsPage {
  /** Number of all matching wallets; `wallets` is a part of them. */
  count: number
  wallets: readonly Wallet[]
}
