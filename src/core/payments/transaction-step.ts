/** What a transaction does, read from its bytes. */

/** One call of a contract or a program, or coins that move. */
export interface TransactionStep {
  /** What is called; with coins of EVM alone who gets them. On EVM networks with its checksum. */
  to: string
  /** Wei that go along; absent on Solana, where each instruction says its own. */
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
  /** In the order in which they run; undefined for bytes that are no transaction with one signer, or hold more than that. */
  steps: readonly TransactionStep[] | undefined
  /** Whether they are the payment that was asked about, and nothing else. False where none was. */
  isPayment: boolean
}

/** What a wallet that was asked to sign a Solana transaction has returned: the whole transaction, or its signature alone. */
export interface SolanaAnswer {
  /** The bytes that the wallet was asked to sign. */
  asked: Uint8Array
  /** The account that has to sign, in base58. */
  address: string
  /** A signature has 64 bytes. Absent before the wallet is asked: whether there is anything that this account could sign. */
  answer?: { signed: Uint8Array } | { signature: Uint8Array }
}
