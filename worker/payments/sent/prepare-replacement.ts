/**
 * Prepares a transaction that replaces a pending one, to speed it up or cancel it. First asks the node whether the pending
 * transaction is still pending.
 */
import * as v from 'valibot'
import { isHex, numberToHex } from 'viem'
import { parseCaipAddress } from '../../../src/core/chains/caip.ts'
import { orAbsent } from '../../../src/core/contract/schemas.ts'
import { isSameCall, type PaymentCall, toPaymentCall } from '../../../src/core/payments/payment-call.ts'
import type {
  PreparedReplacement,
  ReplacementInput,
  ReplacementTransaction,
} from '../../../src/core/payments/replacement.ts'
import { type SentRow, toSent } from '../../../src/core/payments/sent.ts'
import { toAddress } from '../../evm/contract.ts'
import { fetchRollupFee } from '../../evm/rollup-fee.ts'
import { countQuantity, fetchQuantity, quantity, readAnswer, type Rpc } from '../../http/rpc.ts'
import { fetchPrice } from '../transfer/evm-transfer.ts'
import { fetchCount } from './find-by-nonce.ts'

const waitingShape = v.object({
  from: v.string(),
  to: v.fallback(v.string(), ''),
  nonce: countQuantity,
  value: quantity,
  input: v.custom<string>((value) => isHex(value)),
  gas: quantity,
  blockNumber: orAbsent(countQuantity),
  gasPrice: orAbsent(quantity),
  maxFeePerGas: orAbsent(quantity),
  maxPriorityFeePerGas: orAbsent(quantity),
})

type Waiting = v.InferOutput<typeof waitingShape>

/**
 * @param row the pending payment
 * @param rivals hashes of earlier replacements that Billfold has sent; one of them may be pending instead
 * @throws the node's error
 */
export async function prepareReplacement(
  row: SentRow,
  rivals: readonly string[],
  how: ReplacementInput['how'],
  rpc: Rpc,
): Promise<PreparedReplacement> {
  const { address } = parseCaipAddress(row.account)
  const { nonce } = row
  if (nonce === undefined) return { status: 'unknown' }
  const [receipt, count, ...answers] = await Promise.all([
    rpc('eth_getTransactionReceipt', [row.hash]),
    fetchCount(rpc, address),
    ...[row.hash, ...rivals].map((hash) => rpc('eth_getTransactionByHash', [hash])),
  ])
  if (receipt !== null || count > nonce) return { status: 'used' }
  const known = answers.map((answer) =>
    answer === null ? undefined : readAnswer(waitingShape, answer, 'eth_getTransactionByHash'),
  )
  if (known.some((one) => one?.blockNumber !== undefined)) return { status: 'used' }
  const isIts = (one: Waiting | undefined) =>
    one?.nonce === nonce && toAddress(one.from) === toAddress(address)
  const waiting = known.filter((one): one is Waiting => isIts(one))
  const call = how === 'speedUp' ? toPaymentCall(row) : { to: address, value: 0n, data: '0x' }
  // The pending transaction must match the review, since wallets let users change a transaction before it is sent.
  const isKnown = how === 'speedUp' ? isIts(known[0]) && isReviewed(known[0]!, call) : waiting.length > 0
  if (!call || !isKnown) return { status: 'unknown' }
  const [before, price, gas] = await Promise.all([
    Promise.all(waiting.map((one) => toMaxFee(one.gas, getPrice(one), one.input, rpc))),
    toPrice(waiting, rpc),
    how === 'speedUp' ? waiting[0]!.gas : estimate(address, rpc),
  ])
  return {
    status: 'open',
    payment: toSent(row),
    nonce,
    transaction: { namespace: 'eip155', ...call, nonce, ...price },
    fee: {
      before: before.reduce(max),
      max: await toMaxFee(gas, price.gasPrice ?? price.maxFeePerGas!, call.data, rpc),
    },
  }
}

function isReviewed({ to, value, input }: Waiting, call: PaymentCall | undefined): boolean {
  return call !== undefined && isSameCall({ to, value, data: input }, call)
}

/** The gas of a cancellation, which is an empty transaction to the account itself. */
function estimate(address: string, rpc: Rpc): Promise<bigint> {
  const call = { from: address, to: address, value: numberToHex(0), data: '0x' }
  return fetchQuantity(rpc, 'eth_estimateGas', [call])
}

async function toMaxFee(gas: bigint, price: bigint, data: string, rpc: Rpc): Promise<bigint> {
  const rollup = await fetchRollupFee(rpc, { data, gas })
  return gas * price + (rollup.max * 5n) / 4n
}

type Fees = Pick<ReplacementTransaction, 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>

/**
 * The network's current price of gas, but at least as far above the pending transaction's price as nodes require. A legacy
 * transaction is replaced by a legacy transaction.
 */
async function toPrice(waiting: readonly Waiting[], rpc: Rpc): Promise<Fees> {
  const market = await fetchPrice(rpc)
  const most = waiting.map(getPrice).reduce(max)
  if (waiting.some(({ maxFeePerGas }) => maxFeePerGas === undefined))
    return { gasPrice: max(raise(most), market.max) }
  const tip = max(raise(waiting.map((one) => one.maxPriorityFeePerGas ?? 0n).reduce(max)), market.tip ?? 0n)
  return { maxFeePerGas: max(max(raise(most), market.max), tip), maxPriorityFeePerGas: tip }
}

function getPrice({ maxFeePerGas, gasPrice = 0n }: Waiting): bigint {
  return maxFeePerGas ?? gasPrice
}

/**
 * Raises a price by an eighth. Nodes accept a replacement only if the max fee and the priority fee are at least a tenth
 * higher.
 * @see https://geth.ethereum.org/docs/fundamentals/command-line-options `--txpool.pricebump`
 */
function raise(price: bigint): bigint {
  return (price * 9n) / 8n + 1n
}

function max(one: bigint, other: bigint): bigint {
  return one > other ? one : other
}
