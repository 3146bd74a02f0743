/** What a transaction does, read from its bytes. */

/** One call of a contract or a program, or coins that move. */
export interface TransactionStep {
  /** What is called; with coins of EVM alone who gets them. On EVM networks with its checksum. */
  to: string
  /** Wei that go along; absent on Solana, where each instruction says its own. */
  value?: bigint
  /** As its standard calls it; undefined for what is not known, and then `data` is all that can be said. */
  name: string | undefined
  /** Whole addresses, and amounts in base units. */
  inputs: readonly { name: string; value: string }[]
  /** 0x and hexadecimal digits; `0x` where there is none. */
  data: string
}

/** What the worker says of the bytes of a Solana transaction. Whoever hands bytes to a wallet compares them with these. */
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
  /** Who was to sign, in base58. */
  address: string
  /** A signature has 64 bytes. Absent before the wallet is asked: whether there is anything that this account could sign. */
  answer?: { signed: Uint8Array } | { signature: Uint8Array }
}
