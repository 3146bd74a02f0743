/**
 * A transfer on Solana: the bytes that the wallet signs, what it costs, and whether it works, as the network's own node
 * says. Without a node nothing can be made: each transaction names a block that is young.
 * @see https://solana.com/docs/rpc
 */
import { decodeBase58 } from '../../src/core/base58.ts'
import { toBase64 } from '../../src/core/byte-text.ts'
import { isRecord } from '../../src/core/shapes.ts'
import type { Simulation, TransferFee } from '../../src/core/transfer.ts'
import { type Rpc, unusable } from '../http/rpc.ts'
import { toForeignReason } from './foreign-reason.ts'
import { type Order, refuse, type Tried } from './order.ts'
import {
  fetchAccount,
  fetchTokenAccounts,
  getTokenFee,
  type Mint,
  readMint,
  readTokenAccount,
} from './solana-accounts.ts'
import {
  getTokenAccount,
  isSameKey,
  type Key,
  TOKEN_2022_PROGRAM,
  toKey,
} from '../../src/core/solana-programs.ts'
import {
  encodeTransaction,
  type Instruction,
  openTokenAccount,
  transferCoin,
  transferToken,
} from './solana-message.ts'

/** A transaction lives for about a minute, and a person needs some of it in the wallet. Milliseconds. */
const FRESH = 30_000

/** @throws transfer_refused, and what the node's call meets */
export async function prepareSolana(order: Order, rpc: Rpc, now: number): Promise<Tried> {
  const owner = toKey(order.sender)
  const [plan, block, coins] = await Promise.all([
    order.token.kind === 'token' ? planToken(order, rpc) : planCoin(order),
    fetchBlock(rpc),
    fetchBalance(rpc, order.sender),
  ])
  const { message, transaction } = encodeTransaction(owner, plan.instructions, block.hash)
  const [simulation, cost] = await Promise.all([simulate(rpc, transaction), fetchFee(rpc, message)])
  const fee = cost === undefined ? undefined : toFee(cost, plan.rent)
  const spent = order.token.kind === 'token' ? 0n : order.amount
  const isFeeMissing = fee !== undefined && coins < spent + fee.most
  const shortage = plan.lacks || coins < spent ? 'funds' : isFeeMissing ? 'fee' : undefined
  return {
    transaction: { namespace: 'solana', transaction },
    simulation,
    lastValidBlockHeight: block.lastValidHeight,
    freshUntil: now + FRESH,
    ...(fee ? { fee } : {}),
    ...(shortage ? { shortage } : {}),
    ...(plan.received === undefined ? {} : { received: plan.received }),
  }
}

/** What it costs to send the network's own coin. */
export async function fetchSolanaFee(sender: string, rpc: Rpc): Promise<TransferFee | undefined> {
  const key = toKey(sender)
  const { hash } = await fetchBlock(rpc)
  const { message } = encodeTransaction(key, [transferCoin({ from: key, to: key, amount: 0n })], hash)
  const cost = await fetchFee(rpc, message)
  return cost === undefined ? undefined : toFee(cost, 0n)
}

function toFee(cost: bigint, rent: bigint): TransferFee {
  return { expected: cost + rent, most: cost + rent, ...(rent > 0n ? { rent } : {}) }
}

interface Plan {
  instructions: readonly Instruction[]
  /** What opens the receiver's account; lamports. */
  rent: bigint
  /** No account of the sender holds so much. */
  lacks: boolean
  /** Where it is less than what was sent; base units. */
  received?: bigint
}

async function planCoin({ sender, receiver, amount }: Order): Promise<Plan> {
  const transfer = transferCoin({ from: toKey(sender), to: toKey(receiver), amount })
  return { instructions: [transfer], rent: 0n, lacks: false }
}

/** @throws transfer_refused, and what the node's call meets */
async function planToken({ sender, receiver, token, amount }: Order, rpc: Rpc): Promise<Plan> {
  const [owner, to, mint] = [toKey(sender), toKey(receiver), toKey(token.contract ?? '')]
  const [account, held] = await Promise.all([fetchAccount(rpc, mint), fetchTokenAccounts(rpc, owner, mint)])
  const found = account && readMint(account)
  if (!found) throw refuse('mint')
  if (found.decimals !== token.decimals) throw refuse('decimals')
  if (found.refusal === 'hook') throw refuse('hook')
  if (found.refusal === 'bound') throw refuse('bound')
  const { program } = found
  const target = getTokenAccount({ owner: to, mint, program })
  const source = findSource(held, amount)
  const isOpen = await isTargetOpen(rpc, target, to)
  const transfer = transferToken({ program, source, target, mint, owner, amount, decimals: found.decimals })
  const open = openTokenAccount({ payer: owner, owner: to, mint, program })
  const [rent, received] = await Promise.all([
    isOpen ? 0n : fetchRent(rpc, getAccountSize(found)),
    fetchReceived(rpc, found, amount),
  ])
  return {
    instructions: isOpen ? [transfer] : [open, transfer],
    rent,
    lacks: held.reduce((sum, one) => sum + one.amount, 0n) < amount,
    ...(received === undefined ? {} : { received }),
  }
}

/** The fullest one. @throws transfer_refused */
function findSource(held: Awaited<ReturnType<typeof fetchTokenAccounts>>, amount: bigint): Key {
  const usable = held.filter(({ isFrozen }) => !isFrozen)
  const [fullest] = [...usable].sort((a, b) => (a.amount < b.amount ? 1 : -1))
  if (!fullest && held.length > 0) throw refuse('frozen')
  if (!fullest) throw refuse('none_held')
  const sum = usable.reduce((all, one) => all + one.amount, 0n)
  if (fullest.amount < amount && sum >= amount) throw refuse('split')
  return fullest.key
}

/** @throws transfer_refused */
async function isTargetOpen(rpc: Rpc, target: Key, owner: Key): Promise<boolean> {
  const account = await fetchAccount(rpc, target)
  const held = account && readTokenAccount(account)
  if (held && !isSameKey(held.owner, owner)) throw refuse('taken')
  if (held?.isFrozen) throw refuse('receiver_frozen')
  return held !== undefined
}

/** Bytes. The newer program marks each account, and keeps what it withholds there. */
function getAccountSize({ program, fee }: Mint): number {
  if (!isSameKey(program, TOKEN_2022_PROGRAM)) return 165
  return fee ? 182 : 170
}

async function fetchReceived(rpc: Rpc, { fee }: Mint, amount: bigint): Promise<bigint | undefined> {
  if (!fee) return undefined
  const answer = await rpc('getEpochInfo', [{ commitment: 'confirmed' }])
  const epoch = isRecord(answer) ? answer['epoch'] : undefined
  const kept = getTokenFee(fee, amount, toAmount(epoch, 'getEpochInfo'))
  return kept > 0n ? amount - kept : undefined
}

async function fetchRent(rpc: Rpc, size: number): Promise<bigint> {
  const method = 'getMinimumBalanceForRentExemption'
  return toAmount(await rpc(method, [size]), method)
}

async function fetchBalance(rpc: Rpc, address: string): Promise<bigint> {
  const answer = await rpc('getBalance', [address, { commitment: 'confirmed' }])
  return toAmount(isRecord(answer) ? answer['value'] : undefined, 'getBalance')
}

/** Undefined where the node does not know the block. */
async function fetchFee(rpc: Rpc, message: Uint8Array): Promise<bigint | undefined> {
  const answer = await rpc('getFeeForMessage', [toBase64(message), { commitment: 'confirmed' }]).catch(
    () => undefined,
  )
  const value = isRecord(answer) ? answer['value'] : undefined
  return Number.isSafeInteger(value) && Number(value) >= 0 ? BigInt(value as number) : undefined
}

/** JSON knows lamports as numbers; above 2^53 their last digits are not told apart, and only a fee depends on them. */
function toAmount(value: unknown, method: string): bigint {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0) throw unusable(method)
  return BigInt(value)
}

async function fetchBlock(rpc: Rpc): Promise<{ hash: Key; lastValidHeight: number }> {
  const answer = await rpc('getLatestBlockhash', [{ commitment: 'confirmed' }])
  const value = isRecord(answer) ? answer['value'] : undefined
  const { blockhash, lastValidBlockHeight } = isRecord(value) ? value : {}
  const hash = typeof blockhash === 'string' && blockhash.length <= 44 ? decodeBase58(blockhash) : undefined
  if (hash?.length !== 32 || !Number.isSafeInteger(lastValidBlockHeight)) throw unusable('getLatestBlockhash')
  return { hash, lastValidHeight: Number(lastValidBlockHeight) }
}

async function simulate(rpc: Rpc, transaction: Uint8Array): Promise<Simulation> {
  const options = { encoding: 'base64', sigVerify: false, commitment: 'confirmed' }
  const answer = await rpc('simulateTransaction', [toBase64(transaction), options]).catch(() => undefined)
  const value = isRecord(answer) ? answer['value'] : undefined
  if (!isRecord(value)) return { status: 'unknown' }
  if (value['err'] === null) return { status: 'passed' }
  const said = JSON.stringify(value['err'] ?? '')
  // A young block may not have reached the node that tries.
  if (/BlockhashNotFound/.test(said)) return { status: 'unknown' }
  const reason = readReason(value['logs'])
  return { status: 'failed', fault: findFault(said), ...(reason ? { reason } : {}) }
}

function findFault(said: string): Extract<Simulation, { status: 'failed' }>['fault'] {
  if (/InsufficientFundsForRent/.test(said)) return 'rent'
  // The error 1 of both programs, and an account that holds nothing at all.
  return /"Custom":1[,}]|InsufficientFunds|AccountNotFound/.test(said) ? 'funds' : 'reverted'
}

const LOG = 'Program log: Error: '

/** The last thing that a program has said about it. */
function readReason(logs: unknown): string | undefined {
  const lines = Array.isArray(logs) ? logs.filter((one): one is string => typeof one === 'string') : []
  const line = lines.findLast((one) => one.startsWith(LOG))
  return line && toForeignReason(line.slice(LOG.length))
}
