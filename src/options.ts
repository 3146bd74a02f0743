/** What a page hands to `createBillfold`. */
import type { Adapter } from './adapter.ts'
import type { NetworkInput } from './core/networks.ts'

export interface Options {
  /** From the project's dashboard; sent with each call to the API. */
  projectId: string
  /** At least one. viem chains fit as they are. */
  networks: readonly NetworkInput[]
  /** One for each namespace that the page serves, for example `evm()`. */
  adapters: readonly Adapter[]
  metadata: Metadata
  /** Default: dark. */
  themeMode?: ThemeMode
  termsConditionsUrl?: string
  privacyPolicyUrl?: string
  /** Base URL of the blockchain API. Default: the public host. */
  apiUrl?: string
  /** BCP 47, for figures and dates. Default: the browser's. */
  locale?: string
  /**
   * Where the worker comes from when the page hosts it itself: a URL of `billfold/worker`, or a function that
   * starts it. Default: the file beside the package, then a blob, then this thread.
   */
  worker?: string | URL | (() => Worker)
}

export type ThemeMode = 'dark' | 'light'

/** The embedding app, as its users know it. */
export interface Metadata {
  name: string
  description?: string
  /** Default: the page's origin. */
  url?: string
  /** https or data URLs; the first is shown. */
  icons?: readonly string[]
}
