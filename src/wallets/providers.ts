/**
 * The provider interfaces of connected wallets, by namespace. They follow the standards, and are declared here so that
 * the package depends on no library for their types.
 */
import type { Namespace } from '../core/chains/caip.ts'

/** The object that `getProvider(namespace)` returns. */
export interface ProviderByNamespace {
  eip155: EvmProvider
  solana: SolanaProvider
  bip122: BitcoinProvider
  /** Polkadot wallets connect over WalletConnect; they have no provider. */
  polkadot: unknown
  /** Cosmos wallets connect over WalletConnect; they have no provider. */
  cosmos: unknown
}

/** The provider of each namespace. Undefined for a namespace without an adapter on the page. */
export type ProvidersOf<Served extends Namespace> = {
  readonly [N in Namespace]: Namespace extends Served
    ? ProviderByNamespace[N] | undefined
    : N extends Served
      ? ProviderByNamespace[N]
      : undefined
}

/**
 * Works with viem's `custom()`, ethers' `BrowserProvider` and wagmi's `injected()`.
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
export interface EvmProvider {
  /**
   * The result depends on the method: pass its type as `T`. `params` is an array or an object. While no wallet is
   * connected, the page's RPC node answers reads.
   * @throws an error with a numeric `code` of EIP-1193, EIP-1474 or EIP-5792, and the `data` of the wallet or the node
   */
  request<T = unknown>(args: { method: string; params?: unknown }): Promise<T>
  /** @deprecated Use `chainChanged`, which passes the same id in hex. */
  on(event: 'networkChanged', listener: (networkId: string) => void): unknown
  /** Events: `connect`, `disconnect`, `accountsChanged`, `chainChanged`, `message`. */
  on(event: string, listener: (...args: never[]) => void): unknown
  /**
   * Like `on`, but only for the next event.
   * @deprecated For older pages; not part of EIP-1193.
   */
  once(event: string, listener: (...args: never[]) => void): unknown
  removeListener(event: string, listener: (...args: never[]) => void): unknown
  /** @deprecated Use `removeListener`. */
  off(event: string, listener: (...args: never[]) => void): unknown
  /**
   * Removes the listeners of one event, or of all events.
   * @deprecated For older pages; not part of EIP-1193.
   */
  removeAllListeners(event?: string): unknown
  /**
   * Resolves with the whole JSON-RPC response.
   * @throws the errors of `request`
   * @deprecated Use `request`.
   */
  send(method: string, params?: readonly unknown[] | object): Promise<JsonRpcResponse>
  /** @deprecated Use `request`. */
  send(payload: JsonRpcPayload, callback: (error: unknown, response: unknown) => void): void
  /**
   * Resolves with the JSON-RPC response, even if the response has an `error`.
   * @deprecated Use `request`.
   */
  send(payload: JsonRpcPayload): Promise<JsonRpcResponse>
  /**
   * `payload` is one request, or a list, which is answered with a list.
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
  /** Chain ids in the form of CAIP-2, such as `solana:mainnet`. */
  readonly chains: readonly `${string}:${string}`[]
  /** Features by name, such as `solana:signTransaction`. */
  readonly features: Readonly<Record<`${string}:${string}`, unknown>>
  /** The accounts that the wallet shares with this page. */
  readonly accounts: readonly WalletStandardAccount[]
}

export interface WalletStandardAccount {
  readonly address: string
  readonly publicKey: Readonly<Uint8Array>
  readonly chains: readonly `${string}:${string}`[]
  /** Names of the wallet's features that this account supports. */
  readonly features: readonly `${string}:${string}`[]
  readonly label?: string
}

/**
 * The `features` of an account list what its wallet supports. Calls of other features reject.
 * @see https://github.com/anza-xyz/wallet-standard
 */
export interface SolanaProvider extends WalletStandardWallet {
  readonly features: {
    readonly 'standard:connect': {
      readonly version: '1.0.0'
      /**
       * Opens the modal to connect. `silent`: does not open the modal, only waits for a stored session to be restored.
       */
      connect(input?: { readonly silent?: boolean }): Promise<{ accounts: readonly WalletStandardAccount[] }>
    }
    readonly 'standard:disconnect': { readonly version: '1.0.0'; disconnect(): Promise<void> }
    readonly 'standard:events': {
      readonly version: '1.0.0'
      /** Returns a stop function. */
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
      /** Several inputs need only one approval. */
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
  /** A shared account. Only `address` is compared. */
  readonly account: { readonly address: string }
  /** The serialized transaction, with the signatures of other required signers. */
  readonly transaction: Uint8Array
  /** A chain of the account, for example `solana:devnet`. */
  readonly chain?: `${string}:${string}` | undefined
  /** Passed to the wallet unchanged, such as `preflightCommitment`. */
  readonly options?: object | undefined
}

/**
 * Signs messages and PSBTs (BIP-174), with the same interface for all wallets.
 * @throws wallet_missing, bad_account, transaction_bad, account_changed, call_unsupported, wallet_declined, wallet_busy,
 * wallet_bad_answer, wallet_failed, code_missing
 */
export interface BitcoinProvider {
  /** Resolves with the signature in base64 (BIP-322, or the older format if the wallet does not support it). */
  signMessage(request: { address: string; message: string }): Promise<string>
  /** Resolves with the signed PSBT in base64, not finalized. */
  signPsbt(request: BitcoinPsbtRequest & { broadcast?: false | undefined }): Promise<{ psbt: string }>
  /**
   * Signs and sends the PSBT, without waiting for a confirmation.
   * @throws outcome_unknown if the PSBT was signed and may have been sent
   */
  signPsbt(request: BitcoinPsbtRequest & { broadcast: true }): Promise<{ txid: string }>
}

export interface BitcoinPsbtRequest {
  /** Unsigned PSBT in base64. */
  psbt: string
  /** Inputs to sign. Default: all inputs of accounts that the wallet shares. */
  inputs?: readonly BitcoinPsbtInput[] | undefined
}

export interface BitcoinPsbtInput {
  index: number
  /** Address of a shared account, which signs this input. */
  address: string
  /** The sighash types that the wallet may use (BIP-143, BIP-341). Default: the wallet's choice. */
  sighashTypes?: readonly number[] | undefined
}
