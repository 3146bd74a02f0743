/** One step of a decoded transaction. */

/** One call of a contract or a program, or a coin transfer. */
export interface TransactionStep {
  /** The called contract or program; for a coin transfer, the receiver. On EVM networks with its checksum. */
  to: string
  /** Wei sent with the call; absent on Solana, where each instruction names its own amount. */
  value?: bigint
  /** The name in its standard; undefined for an unknown call, which only `data` describes. */
  name: string | undefined
  /** Whole addresses, and amounts in base units. */
  inputs: readonly { name: string; value: string }[]
  /** Hexadecimal digits after 0x; `0x` if there is no data. */
  data: string
}

/**
 * What the worker reads from the bytes of a Solana transaction. The page compares these bytes with those for the wallet.
 */
export interface SolanaReading {
  /** The bytes that were read. */
  transaction: Uint8Array
  /** In execution order; undefined for bytes that are no transaction with one signer, or that have extra bytes. */
  steps: readonly TransactionStep[] | undefined
  /** Whether the bytes make exactly the payment that was asked about. False if none was. */
  isPayment: boolean
}

/** A wallet's answer to a Solana signing request: the whole transaction, or its signature alone. */
export interface SolanaAnswer {
  /** The bytes that the wallet was asked to sign. */
  asked: Uint8Array
  /** The account that has to sign, in base58. */
  address: string
  /** A signature has 64 bytes. Absent before the wallet is asked: then only whether this account can sign is checked. */
  answer?: { signed: Uint8Array } | { signature: Uint8Array }
}
