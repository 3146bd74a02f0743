/**
 * What the bytes of a Solana transaction do, read anew: exactly one transfer as it was shown, and for a token at most what
 * opens the receiver's account before it. Whatever else is in there, it is another transaction.
 * @see https://solana.com/docs/core/transactions
 */
import { formatFull } from './amount.ts'
import { parseCaipAddress } from './caip.ts'
import type { Payment } from './sent.ts'
import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  getTokenAccount,
  isSameKey,
  type Key,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  toKey,
} from './solana-programs.ts'
import { readTransaction, type ReadTransaction, type SolanaInstruction } from './solana-transaction.ts'

export function isSolanaPayment(payment: Payment, transaction: Uint8Array): boolean {
  const read = readTransaction(transaction)
  return read !== undefined && isTransfer(payment, read)
}

/** The same of one that a wallet has signed: it may say what it pays for coming sooner, which moves nothing else. */
export function isSignedPayment(payment: Payment, transaction: Uint8Array): boolean {
  const read = readTransaction(transaction)
  const isFee = ({ program }: SolanaInstruction) => isSameKey(program, COMPUTE_BUDGET_PROGRAM)
  return (
    read !== undefined &&
    isTransfer(payment, { ...read, instructions: read.instructions.filter((one) => !isFee(one)) })
  )
}

function isTransfer(payment: Payment, { payer, instructions }: ReadTransaction): boolean {
  const owner = toKey(parseCaipAddress(payment.account).address)
  if (payment.kind !== 'send' || !isSameKey(payer, owner)) return false
  return payment.out.token
    ? isTokenTransfer(payment, payer, instructions)
    : isCoinTransfer(payment, payer, instructions)
}

function isCoinTransfer(
  { to, out }: Payment,
  payer: Key,
  instructions: readonly SolanaInstruction[],
): boolean {
  const [transfer, ...others] = instructions
  return (
    transfer !== undefined &&
    others.length === 0 &&
    isSameKey(transfer.program, SYSTEM_PROGRAM) &&
    areSame(transfer.accounts, [payer, toKey(to)]) &&
    transfer.data.length === 12 &&
    isSameKey(transfer.data.subarray(0, 4), Uint8Array.of(2, 0, 0, 0)) &&
    readUint64(transfer.data, 4) === BigInt(out.units)
  )
}

function isTokenTransfer(
  { to, out }: Payment,
  payer: Key,
  instructions: readonly SolanaInstruction[],
): boolean {
  const transfer = instructions.at(-1)
  const { program, accounts = [], data } = transfer ?? {}
  const isOfTokens = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].some((one) => program && isSameKey(one, program))
  if (!program || !data || !isOfTokens || instructions.length > 2) return false
  const mint = toKey(parseCaipAddress(out.token!).address)
  const owner = toKey(to)
  const target = getTokenAccount({ owner, mint, program })
  const [source, ...others] = accounts
  const [opening] = instructions.length === 2 ? instructions : []
  const isOpening =
    !opening ||
    (isSameKey(opening.program, ASSOCIATED_TOKEN_PROGRAM) &&
      isSameKey(opening.data, Uint8Array.of(1)) &&
      areSame(opening.accounts, [payer, target, owner, mint, SYSTEM_PROGRAM, program]))
  return (
    isOpening &&
    source !== undefined &&
    areSame(others, [mint, target, payer]) &&
    data.length === 10 &&
    data[0] === 12 &&
    readUint64(data, 1) === BigInt(out.units) &&
    formatFull(BigInt(out.units), data[9]!) === out.text
  )
}

function areSame(keys: readonly Key[], others: readonly Key[]): boolean {
  return keys.length === others.length && keys.every((key, at) => isSameKey(key, others[at]!))
}

/** Little end first. */
function readUint64(bytes: Uint8Array, at: number): bigint {
  return new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(at, true)
}
