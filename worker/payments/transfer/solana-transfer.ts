/**
 * A transfer on Solana: the bytes that the wallet signs, what it costs, and whether it works, as the network's own node
 * says. Without a node nothing can be made: each transaction names a block that is young.
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

/** The most that the chain can write: base units. */
const MAX_UINT64 = 2n ** 64n - 1n
/** A transaction lives for about a minute, and a person needs some of it in the wallet. Milliseconds. */
const FRESH = 30_000
/** Wallets add a fee of their own for coming sooner; most often it is less than this. Lamports. */
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
  // Also where the whole fee is not known, it is at least what is.
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
 * What it costs to send the network's own coin. `most` is what Max leaves: also what a wallet adds, and what an account must
 * hold that is not emptied to the last lamport.
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
 * Of a token that a page asks for. Of one whose mint multiplies its amounts, base units are not what anybody sees.
 * @throws transfer_refused, and what the node's call meets
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
  /** What opens the receiver's account; lamports. Undefined where the program did not say how large that is. */
  rent: bigint | undefined
  /** No account of the sender holds so much. */
  lacks: boolean
  facts?: Pick<SimulatedTransfer, 'multiplied' | 'received' | 'hasDelegate'>
}

/** @throws transfer_refused */
function planNative(order: TransferOrder): Plan {
  if (order.amount > MAX_UINT64) throw refuse('amount')
  return { instructions: toInstructions(order), rent: 0n, lacks: false }
}

/** What a token's transfer draws on. */
export interface TokenSource {
  /** The program of the token. */
  program: PublicKey
  /** The account of the sender that is drawn on. */
  source: PublicKey
  /** Whether the receiver's account for this token is there already. */
  isOpen: boolean
}

/**
 * The instructions of a transfer, in order. `transferChecked` makes the chain compare mint and decimals with what was shown.
 * Opening an account that is open already changes nothing.
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

/** The bytes that a wallet signs, with an empty signature. @param blockhash of a block that is young */
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

/** How far the chain's clock may be from this one, and how long a transaction waits at most for its block. Seconds. */
const CLOCKS = 600
const MAX_DERIVATION_STEPS = 180

/** @throws transfer_refused, or the node's error */
async function fetchMultiplier(
  connection: Connection,
  { multiplyBy }: TokenMint,
  now: number,
): Promise<Multiplier | undefined> {
  if (!multiplyBy) return undefined
  const time = await fetchTime(connection)
  if (Math.abs(time - now / 1_000) > CLOCKS) throw unusable('getAccountInfo')
  const value = multiplyBy(time)
  const multiplier = toMultiplier(value)
  if (!multiplier) throw refuse('multiplier')
  // What is shown now would be another amount when it arrives.
  if (!(Math.abs(multiplyBy(time + MAX_DERIVATION_STEPS) / value - 1) <= 0.0001))
    throw refuse('multiplier_changes')
  return multiplier
}

/**
 * Base units for the entered amount. The chain does not bind the multiplier: a lying node could turn 1 token into 10. So the
 * node's balance must agree with the balance from the API.
 * @param all base units that the sender holds, as the node says
 * @throws transfer_refused
 */
function toMoved({ amount, token }: TransferOrder, multiplier: Multiplier, all: bigint): bigint {
  const shown = toShown(all, multiplier)
  const difference = shown > token.amount ? shown - token.amount : token.amount - shown
  if (difference > token.amount / 100n + 2n) throw refuse('balance')
  const raw = toRaw(amount, multiplier)
  // All there is, by a balance that was rounded up or has melted since.
  return amount === token.amount && raw > all && raw - all <= all / 10_000n + 1n ? all : raw
}

/** The fullest one. @throws transfer_refused */
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
 * What opens an account for this token, in lamports. Only the token's program knows how large that is (its instruction
 * GetAccountDataSize, which the node tries out); undefined where the node could not try.
 */
async function fetchOpeningRent(
  connection: Connection,
  payer: PublicKey,
  mint: PublicKey,
  programId: PublicKey,
): Promise<bigint | undefined> {
  // What the program that opens the account asks for.
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
  // Little end first; some nodes leave out the zeros behind it.
  const size = bytes.length <= 8 ? Buffer.concat([bytes, Buffer.alloc(8)]).readBigUInt64LE() : 0n
  // An account has at least the 165 bytes of the first program, and no token needs a kilobyte.
  return size >= 165n && size <= 1_024n ? fetchRent(connection, Number(size)) : undefined
}

/** Base units that the token keeps of this amount now. */
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

/** Undefined where the node does not know the block. */
async function fetchFee(connection: Connection, message: Message): Promise<bigint | undefined> {
  const { value } = await connection.getFeeForMessage(message).catch(() => ({ value: null }))
  return Number.isSafeInteger(value) && value! >= 0 ? BigInt(value!) : undefined
}

async function fetchBlock(connection: Connection) {
  const read = connection.getLatestBlockhash().then((block) => {
    // The library takes any text for a hash.
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
  // A young block may not have reached the node that tries.
  if (/BlockhashNotFound/.test(text)) return { status: 'unknown' }
  const reason = readReason(logs ?? [])
  return { status: 'failed', fault: findFault(text), ...(reason ? { reason } : {}) }
}

function findFault(text: string): Extract<Simulation, { status: 'failed' }>['fault'] {
  if (/InsufficientFundsForRent/.test(text)) return 'rent'
  // The error 1 of both programs, and an account that holds nothing at all.
  return /"Custom":1[,}]|InsufficientFunds|AccountNotFound/.test(text) ? 'funds' : 'reverted'
}

const LOG = 'Program log: Error: '

/** The last thing that a program has said about it. */
function readReason(logs: readonly string[]): string | undefined {
  const line = logs.findLast((one) => one.startsWith(LOG))
  return line && toForeignReason(line.slice(LOG.length))
}
