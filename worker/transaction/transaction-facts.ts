/**
 * What a row of activity cannot say of a transaction, because the history call does not: who got a token, what was
 * allowed to whom, the fee. It is read from the network's own node, and what belongs to a mined transaction is kept.
 *
 *   transaction, receipt ─▶ calldata with its event ─▶ time of the block, limit, whether it is a contract
 *
 * A node that does not answer, or answers with what cannot be, costs the fact and nothing more.
 */
import type { ApprovalLimit, TransactionFacts } from '../../src/core/activity.ts'
import { parseCaipAddress } from '../../src/core/caip.ts'
import type { TransactionInput } from '../../src/core/protocol.ts'
import { MAX_DECIMALS } from '../../src/core/amount.ts'
import { plainText } from '../../src/core/text.ts'
import type { CommandContext } from '../context.ts'
import { toChecksumAddress } from '../../src/core/checksum-address.ts'
import { openRpc, type Rpc } from '../http/rpc.ts'
import { call, fetchText } from '../nfts/chain.ts'
import { readAccountParams } from '../topics/account-topic.ts'
import { decodeCall, findEvent, type Log, type TokenCall } from './decode-call.ts'
import { createKeptFacts } from './kept-facts.ts'
import {
  type ChainTransaction,
  readBlockTime,
  readReceipt,
  readTransaction,
  type Receipt,
} from './read-transaction.ts'

/** A block this old is not replaced by another any more. Milliseconds. */
const FINAL = 900_000
/** A block's time may be ahead of this device's clock by so much. Milliseconds. */
const AHEAD = 600_000

/** Never throws for what a node says or does not say. @throws bad_account, aborted */
export async function fetchTransactionFacts(
  input: TransactionInput,
  context: Pick<CommandContext, 'config' | 'clock' | 'http' | 'store' | 'signal'>,
): Promise<TransactionFacts> {
  const { clock, signal } = context
  const { account } = readAccountParams(input)
  const { hash, from } = input
  const { namespace, caipNetworkId } = parseCaipAddress(account)
  if (namespace !== 'eip155' || !/^0x[0-9a-f]{64}$/i.test(hash)) return { isWhole: false }
  const kept = createKeptFacts(context.store, account)
  const known = await kept.get(hash)
  if (known?.minedAt !== undefined && clock.now() - known.minedAt > FINAL) return known
  const rpc = openRpc(context, caipNetworkId, signal)
  if (!rpc) return known ?? { isWhole: false }
  const facts = await askNode(createAsk(rpc, signal), { hash, from, latest: clock.now() + AHEAD })
  if (!facts.isWhole) return known ?? facts
  await kept.put(hash, facts)
  return facts
}

interface Ask {
  /** One that had no answer; whoever asked gets undefined. */
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

interface AskedFor {
  hash: string
  from: string | undefined
  /** Milliseconds since 1970. */
  latest: number
}

async function askNode(ask: Ask, { hash, from, latest }: AskedFor): Promise<TransactionFacts> {
  const [said, receipts] = await Promise.all([
    ask((rpc) => rpc('eth_getTransactionByHash', [hash])),
    ask((rpc) => rpc('eth_getTransactionReceipt', [hash])),
  ])
  const transaction = readTransaction(said, hash, from)
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
    signer: toChecksumAddress(transaction.from),
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
  if (!to) return receipt?.contract ? { contract: toChecksumAddress(receipt.contract) } : {}
  if (input === '0x') return { from: toChecksumAddress(from), to: toChecksumAddress(to) }
  const tokenCall = decodeCall(input, from)
  const event = tokenCall && findEvent(tokenCall, to, receipt?.logs ?? [])
  // Calldata is what was wanted. That it came so, its contract says; one that says nothing may be no token at all.
  if (!tokenCall || (receipt?.status === 'confirmed' && !event)) return readOther(ask, to)
  const token = toChecksumAddress(to)
  if (tokenCall.kind === 'transfer')
    return { from: toChecksumAddress(tokenCall.from), to: toChecksumAddress(tokenCall.to), token }
  const spender = toChecksumAddress(tokenCall.spender)
  return { token, approval: { spender, ...(await readLimit(ask, to, tokenCall, event)) } }
}

/** A call of some contract; something that was written to a person is no call. */
async function readOther(ask: Ask, to: string): Promise<Action> {
  const code = await ask((rpc) => rpc('eth_getCode', [to, 'latest']))
  if (typeof code !== 'string' || !/^0x[0-9a-f]*$/i.test(code)) {
    ask.failures += 1
    return {}
  }
  // A person's account may name code to run for it and stays the person's: EIP-7702.
  const isContract = code !== '0x' && !/^0xef0100[0-9a-f]{40}$/i.test(code)
  return isContract ? { contract: toChecksumAddress(to) } : { to: toChecksumAddress(to) }
}

async function readLimit(
  ask: Ask,
  contract: string,
  tokenCall: Exclude<TokenCall, { kind: 'transfer' }>,
  event: Log | undefined,
): Promise<{ symbol?: string; limit?: ApprovalLimit }> {
  if (tokenCall.kind === 'approvalForAll') return { limit: { kind: tokenCall.isAllowed ? 'all' : 'none' } }
  const { value, spender } = tokenCall
  // An NFT has the same function; its event names the id in a topic more.
  if (event?.topics.length === 4) {
    if (BigInt(spender) === 0n) return { limit: { kind: 'none' } }
    return { limit: { kind: 'nft', tokenId: value.toString() } }
  }
  const [text, decimals] = await Promise.all([
    ask((rpc) => fetchText(rpc, contract, SYMBOL)),
    ask((rpc) => fetchDecimals(rpc, contract)),
  ])
  const symbol = plainText(text ?? '', 24)
  const limit = toLimit(value, decimals, event !== undefined)
  return { ...(symbol ? { symbol } : {}), ...(limit ? { limit } : {}) }
}

/** @param isToken it is known to be one without its decimals. */
function toLimit(value: bigint, decimals: number | undefined, isToken: boolean): ApprovalLimit | undefined {
  if (decimals === undefined && !isToken) return undefined
  if (value === 0n) return { kind: 'none' }
  // Half of all that can be said: no supply comes near it, and who asks for "all" asks for more.
  if (value >= 2n ** 255n) return { kind: 'unlimited' }
  return decimals === undefined ? undefined : { kind: 'amount', amount: value, decimals }
}

/** `symbol()` and `decimals()` */
const SYMBOL = '0x95d89b41'
const DECIMALS = '0x313ce567'

/** Undefined where the contract has none. */
async function fetchDecimals(rpc: Rpc, contract: string): Promise<number | undefined> {
  const answer = await call(rpc, contract, DECIMALS)
  if (answer.length !== 66) return undefined
  const decimals = BigInt(answer)
  return decimals <= BigInt(MAX_DECIMALS) ? Number(decimals) : undefined
}
