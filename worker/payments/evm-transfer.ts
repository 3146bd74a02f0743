/**
 * A transfer on an EVM network: what the wallet is given, what it costs, and whether it works, as the network's own node
 * says. The few calls are encoded by hand; they are of one or two words.
 * @see https://eips.ethereum.org/EIPS/eip-20
 */
import { isRecord } from '../../src/core/shapes.ts'
import { encodeEvmTransfer, type Simulation, type TransferFee } from '../../src/core/transfer.ts'
import { type Rpc, toHex, unusable } from '../http/rpc.ts'
import { type Order, refuse, type Tried } from './order.ts'
import { readRefusal } from './revert-reason.ts'

/** Never fails for want of a node: then nothing is known of fee and outcome. @throws transfer_refused */
export async function prepareEvm(order: Order, rpc: Rpc | undefined): Promise<Tried> {
  const transaction = encodeEvmTransfer(order.token, order.receiver, order.amount)
  if (!rpc) return { transaction, simulation: { status: 'unknown' } }
  const { sender, amount, token } = order
  const isToken = token.kind === 'token'
  const call = {
    from: sender,
    to: transaction.to,
    value: toHex(transaction.value),
    data: transaction.data,
  }
  const maybe = <T>(answer: Promise<T>) => answer.catch(() => undefined)
  const [tried, gas, price, coins, tokens, layerFee, isThere] = await Promise.all([
    simulate(rpc, call, isToken),
    maybe(fetchQuantity(rpc, 'eth_estimateGas', [call])),
    maybe(fetchPrice(rpc)),
    maybe(fetchQuantity(rpc, 'eth_getBalance', [sender, 'latest'])),
    isToken ? maybe(fetchWord(rpc, transaction.to, BALANCE_OF + toWord(BigInt(sender)))) : undefined,
    fetchLayerFee(rpc, transaction.data),
    isToken ? assertToken(rpc, transaction.to, token.decimals) : true,
  ])
  // Where nothing is, everything passes.
  const simulation: Simulation = isThere ? tried : { status: 'unknown' }
  const fee = gas === undefined || !price ? undefined : toFee(gas, price, layerFee)
  const spent = isToken ? 0n : amount
  const held = isToken ? tokens : coins
  const lacks = held !== undefined && held < amount
  const lacksFee = fee !== undefined && coins !== undefined && coins < spent + fee.expected
  const shortage = lacks ? 'funds' : lacksFee ? 'fee' : undefined
  return {
    transaction,
    simulation: lacks && simulation.status === 'failed' ? { ...simulation, fault: 'funds' } : simulation,
    ...(fee ? { fee } : {}),
    ...(shortage ? { shortage } : {}),
  }
}

/** What it costs to send the network's own coin to a person; undefined where the node does not say. */
export async function fetchEvmFee(sender: string, rpc: Rpc): Promise<TransferFee | undefined> {
  const call = { from: sender, to: SOMEBODY, value: '0x0', data: '0x' }
  const [gas, price, layerFee] = await Promise.all([
    fetchQuantity(rpc, 'eth_estimateGas', [call]),
    fetchPrice(rpc),
    fetchLayerFee(rpc, '0x'),
  ])
  return toFee(gas, price, layerFee)
}

/** No contract, and nobody: what is asked about is never sent. */
const SOMEBODY = '0x00000000000000000000000000000000b111f01d'
/** `balanceOf(address)`, `decimals()` */
const BALANCE_OF = '0x70a08231'
const DECIMALS = '0x313ce567'

/** Gas of a plain payment, which is never more. */
const PLAIN_GAS = 21_000n

interface Price {
  /** Wei for a unit of gas. */
  expected: bigint
  most: bigint
}

function toFee(gas: bigint, price: Price, layerFee: bigint): TransferFee {
  // What a contract uses may grow until the next block.
  const mostGas = gas === PLAIN_GAS ? gas : (gas * 5n) / 4n
  return {
    expected: gas * price.expected + layerFee,
    most: mostGas * price.most + (layerFee * 5n) / 4n,
  }
}

/**
 * A block's base fee may grow by an eighth each; wallets leave room for twice of it.
 * @see https://eips.ethereum.org/EIPS/eip-1559
 */
async function fetchPrice(rpc: Rpc): Promise<Price> {
  const [block, tip] = await Promise.all([
    rpc('eth_getBlockByNumber', ['latest', false]),
    fetchQuantity(rpc, 'eth_maxPriorityFeePerGas', []).catch(() => undefined),
  ])
  const baseFee = isRecord(block) ? readQuantity(block['baseFeePerGas']) : undefined
  if (baseFee !== undefined && tip !== undefined) return { expected: baseFee + tip, most: 2n * baseFee + tip }
  const gasPrice = await fetchQuantity(rpc, 'eth_gasPrice', [])
  return { expected: gasPrice, most: (baseFee ?? gasPrice / 4n) + gasPrice }
}

/**
 * What some networks take besides, for putting the transaction onto another one: wei. Others have nothing at this address.
 * @see https://docs.optimism.io/op-stack/transactions/fees
 */
async function fetchLayerFee(rpc: Rpc, data: string): Promise<bigint> {
  const size = BigInt(data.length / 2 + 130)
  return fetchWord(rpc, FEE_ORACLE, UPPER_BOUND + toWord(size)).catch(() => 0n)
}

const FEE_ORACLE = '0x420000000000000000000000000000000000000F'
/** `getL1FeeUpperBound(uint256)` */
const UPPER_BOUND = '0xf1c7a58b'

/**
 * @returns whether the node says that there is a contract.
 * @throws transfer_refused when the contract counts in other units than were shown, or is none
 */
async function assertToken(rpc: Rpc, contract: string, decimals: number): Promise<boolean> {
  const [code, said] = await Promise.all([
    rpc('eth_getCode', [contract, 'latest']).catch(() => undefined),
    fetchWord(rpc, contract, DECIMALS).catch(() => undefined),
  ])
  if (code === '0x') throw refuse('no_contract')
  if (said !== undefined && said !== BigInt(decimals)) throw refuse('decimals')
  return typeof code === 'string' && /^0x[0-9a-f]+$/i.test(code)
}

async function simulate(rpc: Rpc, call: object, isToken: boolean): Promise<Simulation> {
  try {
    const answer = await rpc('eth_call', [call, 'latest'])
    if (typeof answer !== 'string' || !/^0x[0-9a-f]*$/i.test(answer)) return { status: 'unknown' }
    // Some tokens answer nothing, which stands for yes; some say no instead of refusing.
    const isYes = !isToken || answer === '0x' || BigInt(answer) === 1n
    return isYes ? { status: 'passed' } : { status: 'failed', fault: 'reverted' }
  } catch (error) {
    return readRefusal(error)
  }
}

/** @throws what the node's call meets, bad_envelope for what is no number */
async function fetchQuantity(rpc: Rpc, method: string, params: readonly unknown[]): Promise<bigint> {
  return readQuantity(await rpc(method, params)) ?? raise(method)
}

async function fetchWord(rpc: Rpc, to: string, data: string): Promise<bigint> {
  const answer = await rpc('eth_call', [{ to, data }, 'latest'])
  return typeof answer === 'string' && /^0x[0-9a-f]{64}$/i.test(answer) ? BigInt(answer) : raise('eth_call')
}

function raise(method: string): never {
  throw unusable(method)
}

function readQuantity(value: unknown): bigint | undefined {
  return typeof value === 'string' && /^0x[0-9a-f]{1,64}$/i.test(value) ? BigInt(value) : undefined
}

function toWord(value: bigint): string {
  return value.toString(16).padStart(64, '0')
}
