/** What a page hands to `createBillfold`. */
import type { Adapter } from '../connections/adapter.ts'
import type { Namespace } from '../core/caip.ts'
import type { NetworkInput } from '../core/networks.ts'
import type { Metadata } from './metadata.ts'

/** `Served`: the namespaces of the adapters. */
export interface Options<Served extends Namespace = Namespace> {
  /** From the project's dashboard; sent with each call to the API. */
  projectId: string
  /** At least one. viem chains fit as they are. */
  networks: readonly NetworkInput[]
  /** One for each namespace that the page serves, for example `evm()`. */
  adapters: readonly Adapter<Served>[]
  metadata: Metadata
  /** `auto`: as the system has it, also when that changes. Default: dark. */
  themeMode?: ThemeMode | 'auto'
  /** Whether the modal offers to go to another network. Default: true. */
  enableNetworkSwitch?: boolean
  /**
   * Whether a wallet may stay on a network that the page did not name. Default: false, and the modal opens to lead it
   * to one that the page has.
   */
  allowUnsupportedChain?: boolean
  termsConditionsUrl?: string
  privacyPolicyUrl?: string
  /** Base URL of the blockchain API. Default: the public host. */
  apiUrl?: string
  /** BCP 47, for figures and dates. Default: the browser's. */
  locale?: string
  /**
   * Where the worker comes from when the page hosts it itself: the address of `billfold/worker`, or a function that
   * starts it as `new Worker(url, { type: 'module', name: 'billfold' })`. Default: the file that comes with the package.
   */
  worker?: string | URL | (() => Worker)
}

export type ThemeMode = 'dark' | 'light'
