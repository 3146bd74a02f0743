/**
 * What must be known of a transaction before and after a wallet signs it.
 * @see https://solana.com/docs/core/transactions
 */
import { encodeBase58 } from '../../core/base58.ts'

interface SolanaTransaction {
  /** 64 bytes each; all zero where nobody has signed yet. */
  signatures: readonly Uint8Array[]
  /** What is signed. */
  message: Uint8Array
  /** Addresses of who must sign, in the order of the signatures. */
  signers: readonly string[]
}

/** Whether it is the transaction that was asked, with a signature of this account, and with those it had before. */
export function isSignedAs(asked: Uint8Array, signed: Uint8Array, address: string): boolean {
  const [before, after] = [readTransaction(asked), readTransaction(signed)]
  if (!before || !after || !isEqual(before.message, after.message)) return false
  if (!after.signers.includes(address)) return false
  return after.signers.every((signer, at) => {
    const [had, has] = [before.signatures[at]!, after.signatures[at]!]
    return signer === address ? !isEmpty(has) : isEmpty(had) || isEqual(had, has)
  })
}

/** The transaction with this account's signature in its place; undefined where it has none there. */
export function addSignature(
  transaction: Uint8Array,
  address: string,
  signature: Uint8Array,
): Uint8Array | undefined {
  const at = readTransaction(transaction)?.signers.indexOf(address) ?? -1
  if (at < 0) return undefined
  const signed = transaction.slice()
  signed.set(signature, 1 + at * SIGNATURE)
  return signed
}

const SIGNATURE = 64
const KEY = 32

/** Undefined for what is no transaction. At most 127 sign: then a count is one byte. */
function readTransaction(bytes: Uint8Array): SolanaTransaction | undefined {
  const count = bytes[0] ?? 0
  const start = 1 + count * SIGNATURE
  const message = bytes.subarray(start)
  // Versions are marked in the first bit; a legacy message has none.
  const header = message[0]! & 0x80 ? 1 : 0
  const keys = header + 4
  const isWhole = count > 0 && count < 0x80 && message[header] === count
  if (!isWhole || message.length < keys + count * KEY || message[header + 3]! < count) return undefined
  return {
    signatures: Array.from({ length: count }, (_, at) =>
      bytes.subarray(1 + at * SIGNATURE, 1 + (at + 1) * SIGNATURE),
    ),
    message,
    signers: Array.from({ length: count }, (_, at) =>
      encodeBase58(message.subarray(keys + at * KEY, keys + (at + 1) * KEY)),
    ),
  }
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at])
}

function isEmpty(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0)
}
