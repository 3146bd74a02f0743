/**
 * Checks the bytes of a Solana transaction: they must make exactly the reviewed transfer. For a token, an instruction
 * that opens the receiver's account may come first. A transaction with any other instruction does not match.
 */
import {
  createAssociatedTokenAccountIdempotentInstruction,
  createTransferCheckedInstruction,
  getAssociatedTokenAddressSync,
  TOKEN_2022_PROGRAM_ID,
  TOKEN_PROGRAM_ID,
} from '@solana/spl-token'
import {
  ComputeBudgetProgram,
  PACKET_DATA_SIZE,
  PublicKey,
  SystemProgram,
  Transaction,
  type TransactionInstruction,
} from '@solana/web3.js'
import { formatFull } from '../../../src/core/text/amount.ts'
import { parseCaipAddress } from '../../../src/core/chains/caip.ts'
import { readMultiplier, toRaw, toShown } from '../../../src/core/payments/multiplier.ts'
import type { Payment, SentAmount } from '../../../src/core/payments/sent.ts'
import { isSameBytes } from '../../../src/core/base/same-bytes.ts'

/** Whether the bytes are a transaction that makes exactly this payment. */
export function isSolanaPayment(payment: Payment, bytes: Uint8Array): boolean {
  const read = readTransaction(bytes)
  return read !== undefined && isTransfer(payment, read, read.instructions)
}

/**
 * Like `isSolanaPayment`, for a transaction that a wallet has signed: the wallet may have added instructions for a
 * priority fee, which do not change the transfer.
 */
export function isSignedPayment(payment: Payment, bytes: Uint8Array): boolean {
  const read = readTransaction(bytes)
  const isFee = ({ programId }: TransactionInstruction) => programId.equals(ComputeBudgetProgram.programId)
  return (
    read !== undefined &&
    isTransfer(
      payment,
      read,
      read.instructions.filter((one) => !isFee(one)),
    )
  )
}

/**
 * Reads a legacy transaction with one signature, which may be empty: the fee payer's. Undefined for any other bytes, and
 * for bytes that change when the library serialises them again.
 */
export function readTransaction(bytes: Uint8Array): Transaction | undefined {
  // The network refuses longer transactions, and the library's time to read a transaction grows with the square of its
  // length.
  if (bytes.length > PACKET_DATA_SIZE) return undefined
  try {
    const read = Transaction.from(bytes)
    // The library ignores bytes after the end, so serialise again and compare.
    const again = read.serialize({ requireAllSignatures: false, verifySignatures: false })
    const { numReadonlySignedAccounts } = read.compileMessage().header
    const isOne = read.signatures.length === 1 && numReadonlySignedAccounts === 0
    return isOne && isSameBytes(again, bytes) ? read : undefined
  } catch {
    return undefined
  }
}

/** Highest amount that the chain can store, in base units. The library silently drops higher bits. */
const MAX_UNITS = 2n ** 64n - 1n

function isTransfer(
  payment: Payment,
  transaction: Transaction,
  instructions: readonly TransactionInstruction[],
): boolean {
  try {
    return BigInt(payment.out.units) <= MAX_UNITS && isExpected(payment, transaction, instructions)
  } catch {
    // An invalid address or amount cannot match.
    return false
  }
}

function isExpected(
  payment: Payment,
  { feePayer: payer }: Transaction,
  instructions: readonly TransactionInstruction[],
): boolean {
  if (payment.kind !== 'send' || payer?.toBase58() !== parseCaipAddress(payment.account).address) return false
  const expected = payment.out.token
    ? toTokenTransfer(payment, payer, instructions)
    : [toNativeTransfer(payment, payer)]
  return (
    instructions.length === expected?.length && instructions.every((one, at) => isSame(one, expected[at]!))
  )
}

function toNativeTransfer({ to, out }: Payment, payer: PublicKey): TransactionInstruction {
  return SystemProgram.transfer({
    fromPubkey: payer,
    toPubkey: new PublicKey(to),
    lamports: BigInt(out.units),
  })
}

/**
 * The instructions that the payment should have. Only the source account, the token's program and its decimals are taken
 * from the given instructions.
 */
function toTokenTransfer(
  { to, out }: Payment,
  payer: PublicKey,
  instructions: readonly TransactionInstruction[],
): TransactionInstruction[] | undefined {
  const { programId, keys, data } = instructions.at(-1) ?? {}
  const isOfTokens = programId?.equals(TOKEN_PROGRAM_ID) || programId?.equals(TOKEN_2022_PROGRAM_ID)
  const source = keys?.[0]?.pubkey
  const decimals = data?.[9]
  const units = BigInt(out.units)
  if (!isOfTokens || !source || decimals === undefined || !isShownAmount(out, decimals)) return undefined
  const mint = new PublicKey(parseCaipAddress(out.token!).address)
  const owner = new PublicKey(to)
  const target = getAssociatedTokenAddressSync(mint, owner, true, programId)
  const transfer = createTransferCheckedInstruction(
    source,
    mint,
    target,
    payer,
    units,
    decimals,
    [],
    programId,
  )
  const open = createAssociatedTokenAccountIdempotentInstruction(payer, target, owner, mint, programId)
  return instructions.length === 1 ? [transfer] : [open, transfer]
}

/** Whether the shown and the entered amount match the raw amount that the chain moves. */
function isShownAmount({ text, units, multiplier, entered }: SentAmount, decimals: number): boolean {
  const moved = BigInt(units)
  if (multiplier === undefined) return formatFull(moved, decimals) === text
  const read = readMultiplier(multiplier)
  return (
    read !== undefined &&
    formatFull(toShown(moved, read), decimals) === text &&
    (entered === undefined || moved <= toRaw(BigInt(entered), read))
  )
}

function isSame(one: TransactionInstruction, other: TransactionInstruction): boolean {
  return (
    one.programId.equals(other.programId) &&
    isSameBytes(one.data, other.data) &&
    one.keys.length === other.keys.length &&
    one.keys.every(({ pubkey }, at) => pubkey.equals(other.keys[at]!.pubkey))
  )
}
