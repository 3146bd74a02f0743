/**
 * Reads the facts of a transaction from the network's node.
 *
 *   transaction, receipt ─▶ calldata with its event ─▶ time of the block, spending cap, kind of the receiver
 *
 * If the node does not answer, or its answer is impossible, only the fact in question is missing.
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
  /** Latest possible time of a block. Milliseconds since 1970. */
  latest: number
}

/** Never throws because of the node: facts that it does not return are absent. @throws aborted */
export function fetchFacts(rpc: Rpc, asked: AskedFor, signal: AbortSignal): Promise<TransactionFacts> {
  return askNode(createAsk(rpc, signal), asked)
}

interface Ask {
  /** Number of failed requests; each of them resolved with undefined. */
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
  // Calldata only shows what was requested; the contract's event confirms it. A contract without the event may not be a
  // token at all.
  if (!tokenCall || (receipt?.status === 'confirmed' && !event)) return readOther(ask, to)
  const token = getAddress(to)
  if (tokenCall.kind === 'transfer')
    return { from: getAddress(tokenCall.from), to: getAddress(tokenCall.to), token }
  const spender = getAddress(tokenCall.spender)
  return { token, approval: { spender, ...(await readLimit(ask, to, tokenCall, event)) } }
}

/** The receiver as `contract`, or as `to` if it is not a contract: calldata sent to a person is not a contract call. */
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
  // ERC-721 and ERC-20 share `approve`. The event of ERC-721 has one more topic: the token id.
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

/** @param isToken whether an event has confirmed that the contract is a token, even if its decimals are unknown */
function toSpendingCap(
  value: bigint,
  decimals: number | undefined,
  isToken: boolean,
): SpendingCap | undefined {
  if (decimals === undefined && !isToken) return undefined
  if (value === 0n) return { kind: 'none' }
  // Half of the highest uint256. No supply comes near it, and an unlimited approval is usually the highest value.
  if (value >= 2n ** 255n) return { kind: 'unlimited' }
  return decimals === undefined ? undefined : { kind: 'amount', amount: value, decimals }
}

/** Undefined if the contract has no decimals, or too many. */
async function fetchDecimals(rpc: Rpc, address: Address): Promise<number | undefined> {
  const decimals = await readContractOrNone(rpc, { abi: erc20Abi, address, functionName: 'decimals' })
  return decimals !== undefined && decimals <= MAX_DECIMALS ? decimals : undefined
}
