/** One step of a decoded transaction. */

/** One call of a contract or program, or one transfer of the native token. */
export interface TransactionStep {
  /** The called contract or program; for a native transfer, the receiver. With its checksum on EVM networks. */
  to: string
  /** Wei that the call sends. Absent on Solana, where each instruction has its own amount among the inputs. */
  value?: bigint
  /**
   * Name of the called function or instruction in its standard. Undefined for an unknown call: then only `data`
   * describes it.
   */
  name: string | undefined
  /** Addresses in full, and amounts in base units. */
  inputs: readonly { name: string; value: string }[]
  /** 0x and hexadecimal digits; `0x` if the call has no data. */
  data: string
}

/**
 * The worker's reading of a Solana transaction. The page makes sure that `transaction` has the bytes that the wallet
 * gets.
 */
export interface SolanaReading {
  /** The bytes that were decoded. */
  transaction: Uint8Array
  /**
   * In execution order. Undefined if the bytes are no transaction with exactly one signer, or if further bytes follow
   * the transaction.
   */
  steps: readonly TransactionStep[] | undefined
  /** Whether the bytes make exactly the given payment. False if no payment was given. */
  isPayment: boolean
}

/** A wallet's answer to a Solana signing request: the signed transaction, or only the signature. */
export interface SolanaAnswer {
  /** The bytes that the wallet was to sign. */
  asked: Uint8Array
  /** The account that must sign, in base58. */
  address: string
  /**
   * Absent before the wallet is asked: then the worker only checks whether this account can sign. A signature has 64
   * bytes.
   */
  answer?: { signed: Uint8Array } | { signature: Uint8Array }
}
