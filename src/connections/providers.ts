/**
 * What a connected wallet looks like from outside, by namespace. These are the shapes of the standards, written here so
 * that the package depends on no library of any of them.
 */
import type { Namespace } from '../core/caip.ts'

/** The object that `getProvider(namespace)` gives out. */
export interface ProviderByNamespace {
  eip155: EvmProvider
  solana: WalletStandardWallet
  bip122: BitcoinProvider
  /** No adapter of this package serves it. */
  polkadot: unknown
  /** No adapter of this package serves it. */
  cosmos: unknown
}

/** Each namespace's provider where the page named an adapter for it, `undefined` where it did not. */
export type ProvidersOf<Served extends Namespace> = {
  readonly [N in Namespace]: Namespace extends Served
    ? ProviderByNamespace[N] | undefined
    : N extends Served
      ? ProviderByNamespace[N]
      : undefined
}

/**
 * viem's `custom()`, ethers' `BrowserProvider` and wagmi's `injected()` take it as it is.
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
export interface EvmProvider {
  /** What it resolves with depends on the method; name that type where it is known. `params`: an array or an object. */
  request<T = unknown>(args: { method: string; params?: unknown }): Promise<T>
  /** `connect`, `disconnect`, `accountsChanged`, `chainChanged`, `message`. */
  on(event: string, listener: (...args: never[]) => void): unknown
  removeListener(event: string, listener: (...args: never[]) => void): unknown
}

/** @see https://github.com/wallet-standard/wallet-standard */
export interface WalletStandardWallet {
  readonly version: '1.0.0'
  readonly name: string
  readonly icon: `data:image/${'svg+xml' | 'webp' | 'png' | 'gif'};base64,${string}`
  /** CAIP-2-like, for example `solana:mainnet`. */
  readonly chains: readonly `${string}:${string}`[]
  /** By name, for example `solana:signTransaction`. */
  readonly features: Readonly<Record<`${string}:${string}`, unknown>>
  /** Those that the wallet shares with this page. */
  readonly accounts: readonly WalletStandardAccount[]
}

export interface WalletStandardAccount {
  readonly address: string
  readonly publicKey: Readonly<Uint8Array>
  readonly chains: readonly `${string}:${string}`[]
  /** Names of the wallet's features that this account can be used with. */
  readonly features: readonly `${string}:${string}`[]
  readonly label?: string
}

/** Signs messages and PSBTs (BIP-174), whatever way the wallet itself has for it. */
export interface BitcoinProvider {
  /** Resolves with the signature in base64 (BIP-322, or the older format where the wallet knows no other). */
  signMessage(request: { address: string; message: string }): Promise<string>
  /** `psbt` is base64. Without `inputs` every input is signed that belongs to the account. */
  signPsbt(request: {
    psbt: string
    inputs?: readonly { index: number; address: string; sighashTypes?: readonly number[] }[]
    /** Default: false. */
    broadcast?: boolean
  }): Promise<{ psbt: string; /** Absent unless it was broadcast. */ txid?: string }>
}
