/**
 * Prepares a transfer on an EVM network: the transaction, its fee and a simulation, from the network's node.
 * @see https://eips.ethereum.org/EIPS/eip-20
 */
import * as v from 'valibot'
import { encodeFunctionData, erc20Abi, isHex, numberToHex } from 'viem'
import { parseOrNone } from '../../../src/core/contract/schemas.ts'
import type { EvmTransfer, Simulation, TransferFee } from '../../../src/core/payments/transfer.ts'
import { toAddress } from '../../evm/contract.ts'
import { mayHaveFeePayer } from '../../evm/evm-receiver.ts'
import { fetchRollupFee, type RollupFee } from '../../evm/rollup-fee.ts'
import { fetchDecimals, fetchTokenBalance } from '../../evm/token.ts'
import { fetchQuantity, quantity, type Rpc } from '../../http/rpc.ts'
import { type TransferOrder, refuse, type SimulatedTransfer } from './transfer-order.ts'
import { readRefusal } from './revert-reason.ts'

/** Without a node, the result has no fee, and the simulation is unknown. @throws transfer_refused */
export async function prepareEvm(order: TransferOrder, rpc: Rpc | undefined): Promise<SimulatedTransfer> {
  const transaction = encodeTransfer(order)
  if (!rpc) return { transaction, simulation: { status: 'unknown' } }
  const { sender, amount, token } = order
  const isToken = token.kind === 'token'
  const { to, value, data } = transaction
  const call = { from: sender, to, value: numberToHex(value), data }
  const maybe = <T>(answer: Promise<T>) => answer.catch(() => undefined)
  const [tried, fee, nativeBalance, tokens, isThere] = await Promise.all([
    simulate(rpc, call, isToken),
    maybe(fetchFee(rpc, call)),
    maybe(fetchQuantity(rpc, 'eth_getBalance', [sender, 'latest'])),
    isToken ? maybe(fetchTokenBalance(rpc, to, sender)) : undefined,
    isToken ? assertToken(rpc, to, token.decimals) : true,
  ])
  // A call to an address without code always succeeds, so its simulation proves nothing.
  const simulation: Simulation = isThere ? tried : { status: 'unknown' }
  const spent = isToken ? 0n : amount
  const held = isToken ? tokens : nativeBalance
  const lacks = held !== undefined && held < amount
  const lacksFee =
    !lacks && fee !== undefined && nativeBalance !== undefined && nativeBalance < spent + fee.expected
  const isUncovered = lacksFee && (await mayHaveFeePayer(rpc, sender))
  const shortage = lacks ? 'funds' : lacksFee && !isUncovered ? 'fee' : undefined
  return {
    transaction,
    simulation: lacks && simulation.status === 'failed' ? { ...simulation, fault: 'funds' } : simulation,
    ...(fee ? { fee } : {}),
    ...(shortage ? { shortage } : {}),
    ...(isUncovered && { isFeeUncovered: true }),
  }
}

/** A transfer of the native token has empty data; a transfer of another token calls `transfer(address,uint256)`. */
export function encodeTransfer({ token, receiver, amount }: Omit<TransferOrder, 'sender'>): EvmTransfer {
  if (token.kind === 'native') return { namespace: 'eip155', to: receiver, value: amount, data: '0x' }
  const args = [toAddress(receiver), amount] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  return { namespace: 'eip155', to: token.contract ?? '', value: 0n, data }
}

/** The fee to send the native token to a plain account. @throws the node's error */
export async function fetchEvmFee(sender: string, rpc: Rpc): Promise<TransferFee | undefined> {
  const [fee, isOptional] = await Promise.all([
    fetchFee(rpc, { from: sender, to: SOMEBODY, value: '0x0', data: '0x' }),
    mayHaveFeePayer(rpc, sender),
  ])
  return { ...fee, ...(isOptional && { isOptional }) }
}

/** @throws the node's error */
export async function fetchFee(
  rpc: Rpc,
  call: { from: string; to: string; value: string; data: string },
): Promise<TransferFee> {
  const [[gas, rollupFee], price] = await Promise.all([
    fetchQuantity(rpc, 'eth_estimateGas', [call]).then(
      async (gas) => [gas, await fetchRollupFee(rpc, { data: call.data, gas })] as const,
    ),
    fetchPrice(rpc),
  ])
  return toFee(gas, price, rollupFee)
}

/** An address without code, whose key nobody has: the receiver in fee estimates, which are never sent. */
const SOMEBODY = '0x00000000000000000000000000000000b111f01d'

/** The exact gas of a plain transfer of the native token. */
const PLAIN_GAS = 21_000n

export interface Price {
  /** `expected` and `max`: wei per unit of gas. */
  expected: bigint
  max: bigint
  /** The part for the block producer (priority fee), in wei per unit of gas; absent on a network without a base fee. */
  tip?: bigint
}

function toFee(gas: bigint, price: Price, rollupFee: RollupFee): TransferFee {
  // A contract may use more gas in the next block, so allow for a quarter more.
  const maxGas = gas === PLAIN_GAS ? gas : (gas * 5n) / 4n
  const rollup = { expected: rollupFee.expected, max: (rollupFee.max * 5n) / 4n }
  return {
    expected: gas * price.expected + rollup.expected,
    max: maxGas * price.max + rollup.max,
    ...(rollup.max > 0n && { rollup }),
  }
}

/**
 * The current price of gas. The base fee can grow by an eighth with each block, so `max` allows for twice the current base
 * fee, as wallets do.
 * @see https://eips.ethereum.org/EIPS/eip-1559
 */
export async function fetchPrice(rpc: Rpc): Promise<Price> {
  const [block, tip] = await Promise.all([
    rpc('eth_getBlockByNumber', ['latest', false]),
    fetchQuantity(rpc, 'eth_maxPriorityFeePerGas', []).catch(() => undefined),
  ])
  const baseFee = parseOrNone(v.object({ baseFeePerGas: quantity }), block)?.baseFeePerGas
  if (baseFee !== undefined && tip !== undefined)
    return { expected: baseFee + tip, max: 2n * baseFee + tip, tip }
  const gasPrice = await fetchQuantity(rpc, 'eth_gasPrice', [])
  return { expected: gasPrice, max: (baseFee ?? gasPrice / 4n) + gasPrice }
}

/**
 * @returns whether the node confirms that the contract exists
 * @throws transfer_refused if there is no contract, or if the contract's decimals differ from the shown decimals
 */
async function assertToken(rpc: Rpc, contract: string, decimals: number): Promise<boolean> {
  const [code, contractDecimals] = await Promise.all([
    rpc('eth_getCode', [contract, 'latest']).catch(() => undefined),
    fetchDecimals(rpc, contract).catch(() => undefined),
  ])
  if (code === '0x') throw refuse('no_contract')
  if (contractDecimals !== undefined && contractDecimals !== BigInt(decimals)) throw refuse('decimals')
  return isHex(code)
}

export async function simulate(rpc: Rpc, call: object, isToken: boolean): Promise<Simulation> {
  try {
    const answer = await rpc('eth_call', [call, 'latest'])
    if (!isHex(answer)) return { status: 'unknown' }
    // Some tokens return nothing on success; some return false instead of reverting.
    const isYes = !isToken || answer === '0x' || BigInt(answer) === 1n
    return isYes ? { status: 'passed' } : { status: 'failed', fault: 'reverted' }
  } catch (error) {
    return readRefusal(error)
  }
}
