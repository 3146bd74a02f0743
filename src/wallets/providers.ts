/**
 * What a connected wallet looks like from outside, by namespace. These are the shapes of the standards, written here so
 * that the package depends on no library of any of them.
 */
import type { Namespace } from '../core/chains/caip.ts'

/** The object that `getProvider(namespace)` gives out. */
export interface ProviderByNamespace {
  eip155: EvmProvider
  solana: SolanaProvider
  bip122: BitcoinProvider
  /** Its wallets are connected over WalletConnect; there is no provider for them. */
  polkadot: unknown
  /** Its wallets are connected over WalletConnect; there is no provider for them. */
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
  /**
   * The result depends on the method; name its type where it is known. `params`: an array or an object. While
   * disconnected, a node of the page answers reads.
   * @throws an error with a numeric `code` of EIP-1193, EIP-1474 or EIP-5792, and the `data` of the wallet or the node
   */
  request<T = unknown>(args: { method: string; params?: unknown }): Promise<T>
  /** @deprecated Use `chainChanged`, which says the same in hex. */
  on(event: 'networkChanged', listener: (networkId: string) => void): unknown
  /** `connect`, `disconnect`, `accountsChanged`, `chainChanged`, `message`. */
  on(event: string, listener: (...args: never[]) => void): unknown
  /**
   * As `on`, for the next event alone.
   * @deprecated For older pages; EIP-1193 does not have it.
   */
  once(event: string, listener: (...args: never[]) => void): unknown
  removeListener(event: string, listener: (...args: never[]) => void): unknown
  /** @deprecated Use `removeListener`, which is the same. */
  off(event: string, listener: (...args: never[]) => void): unknown
  /**
   * Of one event, or of all.
   * @deprecated For older pages; EIP-1193 does not have it.
   */
  removeAllListeners(event?: string): unknown
  /**
   * Resolves with the whole response. @throws as `request`
   * @deprecated Use `request`.
   */
  send(method: string, params?: readonly unknown[] | object): Promise<JsonRpcResponse>
  /** @deprecated Use `request`. */
  send(payload: JsonRpcPayload, callback: (error: unknown, response: unknown) => void): void
  /**
   * Resolves with the response, also with one that has an `error`.
   * @deprecated Use `request`.
   */
  send(payload: JsonRpcPayload): Promise<JsonRpcResponse>
  /**
   * `payload`: one, or a list that is answered by a list.
   * @deprecated Use `request`.
   */
  sendAsync(
    payload: JsonRpcPayload | readonly JsonRpcPayload[],
    callback: (error: unknown, response: unknown) => void,
  ): void
}

/** @see https://www.jsonrpc.org/specification#request_object */
export interface JsonRpcPayload {
  id?: number | string | null | undefined
  jsonrpc?: string | undefined
  method: string
  params?: readonly unknown[] | object
}

/** @see https://www.jsonrpc.org/specification#response_object */
export interface JsonRpcResponse {
  id: JsonRpcPayload['id']
  jsonrpc: '2.0'
  result?: unknown
  error?: { code?: number; message: string; data?: unknown }
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

/**
 * What an account can do stands in its `features`: a call that the connected wallet does not know rejects.
 * @see https://github.com/anza-xyz/wallet-standard
 */
export interface SolanaProvider extends WalletStandardWallet {
  readonly features: {
    readonly 'standard:connect': {
      readonly version: '1.0.0'
      /** Opens the modal to connect; `silent`: asks no wallet, and only waits for restoring. */
      connect(input?: { readonly silent?: boolean }): Promise<{ accounts: readonly WalletStandardAccount[] }>
    }
    readonly 'standard:disconnect': { readonly version: '1.0.0'; disconnect(): Promise<void> }
    readonly 'standard:events': {
      readonly version: '1.0.0'
      /** Returns its own stop. */
      on(
        event: 'change',
        listener: (change: { readonly accounts?: readonly WalletStandardAccount[] }) => void,
      ): () => void
    }
    readonly 'solana:signMessage': {
      readonly version: '1.0.0'
      signMessage(
        ...inputs: readonly { readonly account: { readonly address: string }; readonly message: Uint8Array }[]
      ): Promise<readonly { readonly signedMessage: Uint8Array; readonly signature: Uint8Array }[]>
    }
    readonly 'solana:signTransaction': {
      readonly version: '1.0.0'
      readonly supportedTransactionVersions: readonly ('legacy' | 0)[]
      /** Several inputs are one question to the person. */
      signTransaction(
        ...inputs: readonly SolanaTransactionInput[]
      ): Promise<readonly { readonly signedTransaction: Uint8Array }[]>
    }
    readonly 'solana:signAndSendTransaction': {
      readonly version: '1.0.0'
      readonly supportedTransactionVersions: readonly ('legacy' | 0)[]
      signAndSendTransaction(
        ...inputs: readonly (SolanaTransactionInput & { readonly chain: `${string}:${string}` })[]
      ): Promise<readonly { readonly signature: Uint8Array }[]>
    }
  }
}

export interface SolanaTransactionInput {
  /** One of those that are shared; its address counts. */
  readonly account: { readonly address: string }
  /** Serialized, signed by others where they have to. */
  readonly transaction: Uint8Array
  /** One of the account's; for example `solana:devnet`. */
  readonly chain?: `${string}:${string}` | undefined
  /** Passed on as they are, such as `preflightCommitment`. */
  readonly options?: object | undefined
}

/**
 * Signs messages and PSBTs (BIP-174), whatever way the wallet itself has for it.
 * @throws wallet_missing, bad_account, transaction_bad, account_changed, call_unsupported, wallet_declined, wallet_busy,
 * wallet_bad_answer, wallet_failed, code_missing
 */
export interface BitcoinProvider {
  /** Resolves with the signature in base64 (BIP-322, or the older format where the wallet knows no other). */
  signMessage(request: { address: string; message: string }): Promise<string>
  /** Resolves with the PSBT in base64, with the signatures and not finalized. */
  signPsbt(request: BitcoinPsbtRequest & { broadcast?: false | undefined }): Promise<{ psbt: string }>
  /**
   * Signs and sends it; its outcome is unknown then.
   * @throws outcome_unknown if it was signed and may have been sent
   */
  signPsbt(request: BitcoinPsbtRequest & { broadcast: true }): Promise<{ txid: string }>
}

export interface BitcoinPsbtRequest {
  /** Base64. */
  psbt: string
  /** Default: all that belong to an account which the wallet shares. */
  inputs?: readonly BitcoinPsbtInput[] | undefined
}

export interface BitcoinPsbtInput {
  index: number
  /** One of those that are shared. */
  address: string
  /** That the wallet may use (BIP-143, BIP-341). Default: the wallet's. */
  sighashTypes?: readonly number[] | undefined
}
