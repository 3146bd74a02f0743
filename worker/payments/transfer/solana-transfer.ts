/**
 * Prepares a transfer on Solana with the network's node: the bytes to sign, the fee and a simulation. Needs a node, since
 * each transaction contains a recent blockhash.
 */
import { Buffer } from 'buffer'
import {
  calculateEpochFee,
  createAssociatedTokenAccountIdempotentInstruction,
  createTransferCheckedInstruction,
  ExtensionType,
  getAssociatedTokenAddressSync,
  TokenInstruction,
} from '@solana/spl-token'
import {
  type Connection,
  type Message,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  VersionedTransaction,
} from '@solana/web3.js'
import { type Multiplier, toMultiplier, toRaw, toShown } from '../../../src/core/payments/multiplier.ts'
import type { Simulation, TransferFee } from '../../../src/core/payments/transfer.ts'
import { type Rpc, unusable } from '../../http/rpc.ts'
import { toForeignReason } from './foreign-reason.ts'
import { fetchMintNames, type MintNames } from './mint-names.ts'
import { type TransferOrder, refuse, type SimulatedTransfer } from './transfer-order.ts'
import {
  fetchAccount,
  fetchTime,
  fetchTokenAccounts,
  readMint,
  readTokenAccount,
  type TokenAccount,
  type TokenMint,
} from './solana-accounts.ts'
import { named, openConnection, toAmount } from './solana-connection.ts'

/** Highest amount on Solana. Base units. */
const MAX_UINT64 = 2n ** 64n - 1n
/**
 * How long a prepared transaction may be shown before it is prepared again: the network accepts it for about a minute, and
 * the approval takes a part of that minute. Milliseconds.
 */
const FRESH = 30_000
/** An upper limit for the priority fee that a wallet may add. Lamports. */
const PRIORITY = 100_000n

/** @throws transfer_refused, or the node's error */
export async function prepareSolana(order: TransferOrder, rpc: Rpc, now: number): Promise<SimulatedTransfer> {
  const connection = openConnection(rpc)
  const owner = new PublicKey(order.sender)
  const [plan, block, nativeBalance] = await Promise.all([
    order.token.kind === 'token' ? planToken(order, connection, now) : planNative(order),
    fetchBlock(connection),
    fetchBalance(connection, owner),
  ])
  const { message, transaction } = toTransaction(owner, plan.instructions, block.blockhash)
  const [simulation, cost] = await Promise.all([simulate(connection, message), fetchFee(connection, message)])
  const fee = cost === undefined || plan.rent === undefined ? undefined : toFee(cost, plan.rent)
  const spent = order.token.kind === 'token' ? 0n : order.amount
  // If only a part of the fee is known, compare with that part, since the fee is at least as high.
  const isFeeMissing = nativeBalance < spent + (fee?.max ?? cost ?? 1n)
  const shortage = plan.lacks || nativeBalance < spent ? 'funds' : isFeeMissing ? 'fee' : undefined
  return {
    transaction: { namespace: 'solana', transaction },
    simulation,
    lastValidBlockHeight: block.lastValidBlockHeight,
    freshUntil: now + FRESH,
    ...(fee ? { fee } : {}),
    ...(shortage ? { shortage } : {}),
    ...plan.facts,
  }
}

/**
 * The fee to send SOL. `max` is what the Max button keeps back: it includes the priority fee that a wallet may add, and the
 * minimum balance of an account that is not emptied.
 */
export async function fetchSolanaFee(sender: string, rpc: Rpc): Promise<TransferFee | undefined> {
  const connection = openConnection(rpc)
  const owner = new PublicKey(sender)
  const [block, least] = await Promise.all([fetchBlock(connection), fetchRent(connection, 0)])
  const transfer = SystemProgram.transfer({ fromPubkey: owner, toPubkey: owner, lamports: 0 })
  const { message } = toTransaction(owner, [transfer], block.blockhash)
  const cost = await fetchFee(connection, message)
  return cost === undefined ? undefined : { expected: cost, max: cost + PRIORITY + least }
}

/**
 * Decimals and names of a token that a page requests. Refuses mints that multiply amounts, since their base units are not
 * what people see.
 * @throws transfer_refused, or the node's error
 */
export async function fetchMintFacts(mint: string, rpc: Rpc): Promise<MintNames & { decimals: number }> {
  const connection = openConnection(rpc)
  const key = new PublicKey(mint)
  const info = await fetchAccount(connection, key)
  const read = info && readMint(info, key)
  if (!read) throw refuse('mint')
  if (read.multiplyBy) throw refuse('multiplied')
  return { decimals: read.decimals, ...(await fetchMintNames(connection, key, info)) }
}

function toFee(cost: bigint, rent: bigint): TransferFee {
  return { expected: cost + rent, max: cost + rent, ...(rent > 0n ? { rent } : {}) }
}

interface Plan {
  instructions: readonly TransactionInstruction[]
  /**
   * Rent of a new account for the receiver, in lamports; undefined if the program did not return the account's size.
   */
  rent: bigint | undefined
  lacks: boolean
  facts?: Pick<SimulatedTransfer, 'multiplied' | 'received' | 'hasDelegate'>
}

/** @throws transfer_refused */
function planNative(order: TransferOrder): Plan {
  if (order.amount > MAX_UINT64) throw refuse('amount')
  return { instructions: toInstructions(order), rent: 0n, lacks: false }
}

/** The accounts of a token transfer. */
export interface TokenSource {
  program: PublicKey
  /** The sender's token account that pays. */
  source: PublicKey
  /** Whether the receiver's token account exists. */
  isOpen: boolean
}

/**
 * The instructions of a transfer, in order. `transferChecked` makes the chain verify mint and decimals. The instruction
 * that opens an account does nothing if the account exists.
 */
export function toInstructions(
  { sender, receiver, token, amount }: TransferOrder,
  held?: TokenSource,
): TransactionInstruction[] {
  const owner = new PublicKey(sender)
  const to = new PublicKey(receiver)
  if (!held) return [SystemProgram.transfer({ fromPubkey: owner, toPubkey: to, lamports: amount })]
  const { program, source, isOpen } = held
  const mint = new PublicKey(token.contract!)
  const target = getAssociatedTokenAddressSync(mint, to, true, program)
  const transfer = createTransferCheckedInstruction(
    source,
    mint,
    target,
    owner,
    amount,
    token.decimals,
    [],
    program,
  )
  if (isOpen) return [transfer]
  return [createAssociatedTokenAccountIdempotentInstruction(owner, target, to, mint, program), transfer]
}

/** The bytes that a wallet signs, with an empty signature. @param blockhash the hash of a recent block */
export function toTransaction(
  payer: PublicKey,
  instructions: readonly TransactionInstruction[],
  blockhash: string,
): { message: Message; transaction: Uint8Array } {
  const made = new Transaction({ feePayer: payer, recentBlockhash: blockhash }).add(...instructions)
  const bytes = made.serialize({ requireAllSignatures: false, verifySignatures: false })
  return { message: made.compileMessage(), transaction: Uint8Array.from(bytes) }
}

/** @throws transfer_refused, or the node's error */
async function planToken(order: TransferOrder, connection: Connection, now: number): Promise<Plan> {
  const { sender, receiver, token } = order
  const [owner, to] = [new PublicKey(sender), new PublicKey(receiver)]
  const key = new PublicKey(token.contract ?? '')
  const [info, held] = await Promise.all([
    fetchAccount(connection, key),
    fetchTokenAccounts(connection, owner, key),
  ])
  const mint = info && readMint(info, key)
  if (!mint) throw refuse('mint')
  if (mint.decimals !== token.decimals) throw refuse('decimals')
  if (mint.refusal) throw refuse(mint.refusal)
  const multiplier = await fetchMultiplier(connection, mint, now)
  const all = held.reduce((sum, one) => sum + one.amount, 0n)
  const amount = multiplier ? toMoved(order, multiplier, all) : order.amount
  if (amount === 0n) throw refuse('too_small')
  if (amount > MAX_UINT64) throw refuse('amount')
  const program = info.owner
  const source = findSource(held, amount)
  const target = getAssociatedTokenAddressSync(key, to, true, program)
  const isOpen = await isTargetOpen(connection, mint, target, to)
  const [rent, kept] = await Promise.all([
    isOpen ? 0n : fetchOpeningRent(connection, owner, key, program),
    fetchKept(connection, mint, amount),
  ])
  const show = (raw: bigint) => (multiplier ? toShown(raw, multiplier) : raw)
  return {
    instructions: toInstructions({ ...order, amount }, { program, source, isOpen }),
    rent,
    lacks: all < amount,
    facts: {
      ...(multiplier ? { multiplied: { raw: amount, shown: show(amount), by: multiplier.text } } : {}),
      ...(kept > 0n ? { received: show(amount - kept) } : {}),
      ...(mint.hasDelegate ? { hasDelegate: true } : {}),
    },
  }
}

/** How far the chain's clock and this device's clock may differ. Seconds. */
const CLOCK_TOLERANCE = 600
/** How long a transaction may wait for its block. Seconds. */
const MAX_WAIT = 180

/** @throws transfer_refused, or the node's error */
async function fetchMultiplier(
  connection: Connection,
  { multiplyBy }: TokenMint,
  now: number,
): Promise<Multiplier | undefined> {
  if (!multiplyBy) return undefined
  const time = await fetchTime(connection)
  if (Math.abs(time - now / 1_000) > CLOCK_TOLERANCE) throw unusable('getAccountInfo')
  const value = multiplyBy(time)
  const multiplier = toMultiplier(value)
  if (!multiplier) throw refuse('multiplier')
  // Refuse if the multiplier changes within the next minutes: the transfer would then move another amount than the shown
  // one.
  if (!(Math.abs(multiplyBy(time + MAX_WAIT) / value - 1) <= 0.0001)) throw refuse('multiplier_changes')
  return multiplier
}

/**
 * Converts the entered amount to raw base units. The multiplier comes from the node, and the transaction does not contain
 * it: a lying node could turn 1 token into 10. So the balance from the node must agree with the balance from the API.
 * @param all raw balance of the sender, from the node
 * @throws transfer_refused
 */
function toMoved({ amount, token }: TransferOrder, multiplier: Multiplier, all: bigint): bigint {
  const shown = toShown(all, multiplier)
  const difference = shown > token.amount ? shown - token.amount : token.amount - shown
  if (difference > token.amount / 100n + 2n) throw refuse('balance')
  const raw = toRaw(amount, multiplier)
  // Send the whole balance if the entered amount was the shown balance, which may have been rounded up or have shrunk
  // since.
  return amount === token.amount && raw > all && raw - all <= all / 10_000n + 1n ? all : raw
}

/** The sender's token account with the largest balance. @throws transfer_refused */
function findSource(held: readonly TokenAccount[], amount: bigint): PublicKey {
  const usable = held.filter(({ isFrozen }) => !isFrozen)
  const [fullest] = [...usable].sort((a, b) => (a.amount < b.amount ? 1 : -1))
  if (!fullest && held.length > 0) throw refuse('frozen')
  if (!fullest) throw refuse('none_held')
  const sum = usable.reduce((all, one) => all + one.amount, 0n)
  if (fullest.amount < amount && sum >= amount) throw refuse('split')
  return fullest.address
}

/** @throws transfer_refused */
async function isTargetOpen(
  connection: Connection,
  mint: TokenMint,
  target: PublicKey,
  owner: PublicKey,
): Promise<boolean> {
  const info = await fetchAccount(connection, target)
  const held = info ? readTokenAccount(info, target) : undefined
  if (held && !held.owner.equals(owner)) throw refuse('taken')
  if (held ? held.isFrozen : mint.opensFrozen) throw refuse('receiver_frozen')
  if (held?.needsMemo) throw refuse('memo')
  return held !== undefined
}

/**
 * The rent of a new account for this token, in lamports. The node simulates the token program's GetAccountDataSize
 * instruction, which returns the account's size. Undefined if the simulation failed.
 */
async function fetchOpeningRent(
  connection: Connection,
  payer: PublicKey,
  mint: PublicKey,
  programId: PublicKey,
): Promise<bigint | undefined> {
  // The Associated Token Account program sends this instruction when it opens an account. So the node returns the size of
  // such an account.
  const data = Buffer.from(
    Uint8Array.of(TokenInstruction.GetAccountDataSize, ExtensionType.ImmutableOwner, 0),
  )
  const keys = [{ pubkey: mint, isSigner: false, isWritable: false }]
  const question = new TransactionInstruction({ programId, keys, data })
  const { message } = toTransaction(payer, [question], PublicKey.default.toBase58())
  const tried = new VersionedTransaction(message)
  const options = { sigVerify: false, replaceRecentBlockhash: true }
  const answer = await connection.simulateTransaction(tried, options).catch(() => undefined)
  const [text] = answer?.value.returnData?.data ?? []
  if (answer?.value.returnData?.programId !== programId.toBase58() || text === undefined) return undefined
  const bytes = Buffer.from(text, 'base64')
  // Little-endian; some nodes omit trailing zeros.
  const size = bytes.length <= 8 ? Buffer.concat([bytes, Buffer.alloc(8)]).readBigUInt64LE() : 0n
  // An account of the original token program has 165 bytes. Extensions make it larger, but never above a kilobyte.
  return size >= 165n && size <= 1_024n ? fetchRent(connection, Number(size)) : undefined
}

/** The fee that the token takes from a transfer of this amount in the current epoch. Base units. */
async function fetchKept(connection: Connection, { fee }: TokenMint, amount: bigint): Promise<bigint> {
  if (!fee) return 0n
  const { epoch } = await named('getEpochInfo', connection.getEpochInfo())
  return calculateEpochFee(fee, toAmount(epoch, 'getEpochInfo'), amount)
}

async function fetchRent(connection: Connection, size: number): Promise<bigint> {
  const method = 'getMinimumBalanceForRentExemption'
  return toAmount(await named(method, connection.getMinimumBalanceForRentExemption(size)), method)
}

async function fetchBalance(connection: Connection, owner: PublicKey): Promise<bigint> {
  return toAmount(await named('getBalance', connection.getBalance(owner)), 'getBalance')
}

/** The network fee in lamports. Undefined if the node does not return it. */
async function fetchFee(connection: Connection, message: Message): Promise<bigint | undefined> {
  const { value } = await connection.getFeeForMessage(message).catch(() => ({ value: null }))
  return Number.isSafeInteger(value) && value! >= 0 ? BigInt(value!) : undefined
}

async function fetchBlock(connection: Connection) {
  const read = connection.getLatestBlockhash().then((block) => {
    // Validate the hash, since the library does not: an invalid hash throws here.
    void new PublicKey(block.blockhash)
    toAmount(block.lastValidBlockHeight, 'getLatestBlockhash')
    return block
  })
  return named('getLatestBlockhash', read)
}

async function simulate(connection: Connection, message: Message): Promise<Simulation> {
  const tried = new VersionedTransaction(message)
  const answer = await connection.simulateTransaction(tried, { sigVerify: false }).catch(() => undefined)
  if (!answer) return { status: 'unknown' }
  const { err, logs } = answer.value
  if (err === null) return { status: 'passed' }
  const text = JSON.stringify(err)
  // The node that simulates may not have the recent block yet.
  if (/BlockhashNotFound/.test(text)) return { status: 'unknown' }
  const reason = readReason(logs ?? [])
  return { status: 'failed', fault: findFault(text), ...(reason ? { reason } : {}) }
}

function findFault(text: string): Extract<Simulation, { status: 'failed' }>['fault'] {
  if (/InsufficientFundsForRent/.test(text)) return 'rent'
  // Insufficient funds: error 1 of both token programs, the system program's error, or an account without any SOL.
  return /"Custom":1[,}]|InsufficientFunds|AccountNotFound/.test(text) ? 'funds' : 'reverted'
}

const LOG = 'Program log: Error: '

/** The last error that a program has logged. */
function readReason(logs: readonly string[]): string | undefined {
  const line = logs.findLast((one) => one.startsWith(LOG))
  return line && toForeignReason(line.slice(LOG.length))
}
