/**
 * The facts of a transaction as the network's own node says them.
 *
 *   transaction, receipt ─▶ calldata with its event ─▶ time of the block, limit, whether it is a contract
 *
 * A node that does not answer, or answers with what cannot be, costs the fact and nothing more.
 */
import { type Address, erc20Abi, getAddress } from 'viem'
import type { SpendingCap, TransactionFacts } from '../../../src/core/assets/activity.ts'
import { MAX_DECIMALS } from '../../../src/core/text/amount.ts'
import { plainText } from '../../../src/core/text/text.ts'
import { readContractOrNone, toAddress } from '../../evm/contract.ts'
import type { Rpc } from '../../http/rpc.ts'
import { fetchAccountKind } from '../../evm/account-kind.ts'
import {
  type ChainTransaction,
  type Log,
  readBlockTime,
  readReceipt,
  readTransaction,
  type Receipt,
} from './read-transaction.ts'
import { decodeTokenCall, findEvent, type TokenCall } from './token-call.ts'

export interface AskedFor {
  hash: string
  from: string | undefined
  /** No block is later. Milliseconds since 1970. */
  latest: number
}

/** Never throws for what a node says or does not say. @throws aborted */
export function fetchFacts(rpc: Rpc, asked: AskedFor, signal: AbortSignal): Promise<TransactionFacts> {
  return askNode(createAsk(rpc, signal), asked)
}

interface Ask {
  /** Questions without an answer; each gave undefined. */
  failures: number
  <T>(request: (rpc: Rpc) => Promise<T>): Promise<T | undefined>
}

function createAsk(rpc: Rpc, signal: AbortSignal): Ask {
  const ask: Ask = Object.assign(
    async <T>(request: (rpc: Rpc) => Promise<T>) => {
      try {
        return await request(rpc)
      } catch (error) {
        if (signal.aborted) throw error
        ask.failures += 1
        return undefined
      }
    },
    { failures: 0 },
  )
  return ask
}

async function askNode(ask: Ask, { hash, from, latest }: AskedFor): Promise<TransactionFacts> {
  const [answer, receipts] = await Promise.all([
    ask((rpc) => rpc('eth_getTransactionByHash', [hash])),
    ask((rpc) => rpc('eth_getTransactionReceipt', [hash])),
  ])
  const transaction = readTransaction(answer, hash, from)
  if (!transaction) return { isWhole: false }
  const receipt = readReceipt(receipts, transaction)
  const [minedAt, action] = await Promise.all([
    receipt && ask((rpc) => fetchBlockTime(rpc, transaction, latest)),
    readAction(ask, transaction, receipt),
  ])
  const isWhole = ask.failures === 0 && receipt?.fee !== undefined && minedAt !== undefined
  return {
    isWhole,
    ...(receipt ? { status: receipt.status } : {}),
    ...(receipt?.fee === undefined ? {} : { fee: receipt.fee }),
    ...(minedAt === undefined ? {} : { minedAt }),
    signer: getAddress(transaction.from),
    ...action,
  }
}

async function fetchBlockTime(
  rpc: Rpc,
  { blockHash = '' }: ChainTransaction,
  latest: number,
): Promise<number | undefined> {
  return readBlockTime(await rpc('eth_getBlockByHash', [blockHash, false]), blockHash, latest)
}

type Action = Pick<TransactionFacts, 'from' | 'to' | 'token' | 'contract' | 'approval'>

async function readAction(
  ask: Ask,
  { from, to, input }: ChainTransaction,
  receipt: Receipt | undefined,
): Promise<Action> {
  if (!to) return receipt?.contract ? { contract: getAddress(receipt.contract) } : {}
  if (input === '0x') return { from: getAddress(from), to: getAddress(to) }
  const tokenCall = decodeTokenCall(input, from)
  const event = tokenCall && findEvent(tokenCall, to, receipt?.logs ?? [])
  // Calldata is what was wanted. That it came so, its contract says; one that says nothing may be no token at all.
  if (!tokenCall || (receipt?.status === 'confirmed' && !event)) return readOther(ask, to)
  const token = getAddress(to)
  if (tokenCall.kind === 'transfer')
    return { from: getAddress(tokenCall.from), to: getAddress(tokenCall.to), token }
  const spender = getAddress(tokenCall.spender)
  return { token, approval: { spender, ...(await readLimit(ask, to, tokenCall, event)) } }
}

/** A call of some contract; something that was written to a person is no call. */
async function readOther(ask: Ask, to: string): Promise<Action> {
  const kind = await ask((rpc) => fetchAccountKind(rpc, to))
  if (kind === undefined) return {}
  return kind === 'contract' ? { contract: getAddress(to) } : { to: getAddress(to) }
}

async function readLimit(
  ask: Ask,
  contract: string,
  tokenCall: Exclude<TokenCall, { kind: 'transfer' }>,
  event: Log | undefined,
): Promise<{ symbol?: string; limit?: SpendingCap }> {
  if (tokenCall.kind === 'approvalForAll') return { limit: { kind: tokenCall.isAllowed ? 'all' : 'none' } }
  const { value, spender } = tokenCall
  // An NFT has the same function; its event names the id in a topic more.
  if (event?.topics.length === 4) {
    if (BigInt(spender) === 0n) return { limit: { kind: 'none' } }
    return { limit: { kind: 'nft', tokenId: value.toString() } }
  }
  const address = toAddress(contract)
  const [text, decimals] = await Promise.all([
    ask((rpc) => readContractOrNone(rpc, { abi: erc20Abi, address, functionName: 'symbol' })),
    ask((rpc) => fetchDecimals(rpc, address)),
  ])
  const symbol = plainText(text ?? '', 24)
  const limit = toSpendingCap(value, decimals, event !== undefined)
  return { ...(symbol ? { symbol } : {}), ...(limit ? { limit } : {}) }
}

/** @param isToken it is known to be one without its decimals. */
function toSpendingCap(
  value: bigint,
  decimals: number | undefined,
  isToken: boolean,
): SpendingCap | undefined {
  if (decimals === undefined && !isToken) return undefined
  if (value === 0n) return { kind: 'none' }
  // Half of all that can be said: no supply comes near it, and who asks for "all" asks for more.
  if (value >= 2n ** 255n) return { kind: 'unlimited' }
  return decimals === undefined ? undefined : { kind: 'amount', amount: value, decimals }
}

/** Undefined where the contract has none. */
async function fetchDecimals(rpc: Rpc, address: Address): Promise<number | undefined> {
  const decimals = await readContractOrNone(rpc, { abi: erc20Abi, address, functionName: 'decimals' })
  return decimals !== undefined && decimals <= MAX_DECIMALS ? decimals : undefined
}
