/**
 * A wallet as the directory lists it, or as a page names one of its own (`customWallets`). The names are those of the
 * directory's answer.
 * @see docs/architecture.md
 */
import type { Namespace } from '../chains/caip.ts'

export interface Wallet {
  id: string
  /** One line. */
  name: string
  homepage?: string
  /** Id of a picture that the directory serves. */
  image_id?: string
  /** https, or `data:image/…` for a wallet that a page names. For a directory wallet, the address that serves `image_id`. */
  image_url?: string
  badge_type?: 'none' | 'certified'
  /** CAIP-2. */
  chains?: readonly string[]
  /** The link that opens the wallet on a phone: its own scheme or an https address. */
  mobile_link?: string
  /** The https address that opens the wallet app directly, where the system knows the app. */
  link_mode?: string
  desktop_link?: string
  webapp_link?: string
  app_store?: string
  play_store?: string
  chrome_store?: string
  rdns?: string
  /**
   * The ids by which the wallet shows up in a page, by namespace: for example its EIP-6963 rdns or its Wallet Standard
   * name.
   */
  injected?: readonly { namespace: Namespace; injected_id: string }[]
  description?: string
  /**
   * Whether the wallet is in this browser: it announced itself, or put its provider on `window`. Set on every directory
   * wallet; ignored on a wallet that a page names.
   */
  installed?: boolean
}

/** A list of the directory, as the page's options cut it. */
export type WalletsParams =
  /** featured: the wallets that the page names, in its order. excluded: the wallets to hide, even if the page includes them. */
  | { list: 'featured' | 'excluded' }
  /** `page`: from 1 on, of 40. */
  | { list: 'all'; page: number; certified?: boolean }

export interface WalletSearch {
  /** At least two letters. */
  words: string
  certified?: boolean
}

export interface WalletsPage {
  /** How many wallets there are in total; `wallets` is a part of them. */
  count: number
  wallets: readonly Wallet[]
}
