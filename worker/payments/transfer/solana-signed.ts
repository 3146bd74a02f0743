/** Reads a signed Solana transaction that a wallet returned. */
import { PACKET_DATA_SIZE, PublicKey, VersionedTransaction } from '@solana/web3.js'
import { isSameBytes } from '../../../src/core/base/same-bytes.ts'
import type { SolanaAnswer } from '../../../src/core/payments/transaction-step.ts'

/**
 * The signed transaction, or the transaction to sign if the wallet has not answered yet. Undefined if the wallet returned
 * another transaction, did not sign for this account, or changed an existing signature.
 */
export function readSignedSolana({ asked, address, answer }: SolanaAnswer): Uint8Array | undefined {
  const before = readAnyTransaction(asked)
  if (!before || !findSigners(before).includes(address)) return undefined
  if (!answer) return asked
  const signed = 'signed' in answer ? answer.signed : addSignature(asked, address, answer.signature)
  const after = signed && readAnyTransaction(signed)
  if (!after || !isSameBytes(before.message.serialize(), after.message.serialize())) return undefined
  const signers = findSigners(after)
  const isSigned = signers.every((signer, at) => {
    const [had, has] = [before.signatures[at]!, after.signatures[at]!]
    return signer === address ? !isEmpty(has) : isEmpty(had) || isSameBytes(had, has)
  })
  return isSigned ? signed : undefined
}

/** Undefined if the account is not a signer of the transaction. */
function addSignature(bytes: Uint8Array, address: string, signature: Uint8Array): Uint8Array | undefined {
  const read = readAnyTransaction(bytes)
  if (!read || !findSigners(read).includes(address)) return undefined
  read.addSignature(new PublicKey(address), signature)
  return read.serialize()
}

function findSigners({ message: { header, staticAccountKeys } }: VersionedTransaction): string[] {
  return staticAccountKeys.slice(0, header.numRequiredSignatures).map((key) => key.toBase58())
}

/** Undefined if the bytes are not a transaction, or too long for the network. */
function readAnyTransaction(bytes: Uint8Array): VersionedTransaction | undefined {
  if (bytes.length > PACKET_DATA_SIZE) return undefined
  try {
    const read = VersionedTransaction.deserialize(bytes)
    // The library ignores bytes after the end, so serialise again and compare.
    return isSameBytes(read.serialize(), bytes) ? read : undefined
  } catch {
    return undefined
  }
}

function isEmpty(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0)
}
