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
  /** Of a picture that the directory serves. */
  image_id?: string
  /** https, or `data:image/…` of a wallet that a page names. Of one of the directory: where `image_id` is served. */
  image_url?: string
  badge_type?: 'none' | 'certified'
  /** CAIP-2. */
  chains?: readonly string[]
  /** Where it opens on a phone: a scheme of its own or an https address. */
  mobile_link?: string
  /** The https address that opens the wallet itself, where the system knows it. */
  link_mode?: string
  desktop_link?: string
  webapp_link?: string
  app_store?: string
  play_store?: string
  chrome_store?: string
  rdns?: string
  /** How it shows up in a page, by namespace: for example its EIP-6963 rdns or its name in the Wallet Standard. */
  injected?: readonly { namespace: Namespace; injected_id: string }[]
  description?: string
  /**
   * Whether it is in this browser: it has announced itself, or is at the window. On every wallet of the directory; without
   * effect on one that a page names.
   */
  installed?: boolean
}

/** A list of the directory, as the page's options cut it. */
export type WalletsParams =
  /** Those that the page names: in its own order; to be hidden, whatever the page includes. */
  | { list: 'featured' | 'excluded' }
  /** `page`: from 1 on, of 40. */
  | { list: 'all'; page: number; certified?: boolean }

export interface WalletSearch {
  /** At least two letters. */
  words: string
  certified?: boolean
}

export interface WalletsPage {
  /** How many there are, of which these are a part. */
  count: number
  wallets: readonly Wallet[]
}
