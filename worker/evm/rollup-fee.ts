/**
 * A rollup's fee, besides gas, for publishing a transaction on Ethereum. Networks charge it in these ways:
 *
 *   OP stack (OP Mainnet, Base, Unichain, World Chain, Zora, Blast, …)   GasPriceOracle: L1 fee, and an operator's fee
 *   Mantle                                                               the same oracle: L1 fee in ether, operator's in MNT
 *   Scroll                                                               L1GasPriceOracle: L1 fee
 *
 * Arbitrum, ZKsync and Linea include this fee in the gas estimate; other networks have no such fee.
 * @see https://docs.optimism.io/op-stack/transactions/fees
 * @see https://docs.mantle.xyz/network/system-information/fee-mechanism
 * @see https://docs.scroll.io/en/developers/transaction-fees-on-scroll
 */
import { concat, type Hex, parseAbi, size } from 'viem'
import type { Rpc } from '../http/rpc.ts'
import { readContractOrNone } from './contract.ts'

/** In base units of the native token. */
export interface RollupFee {
  expected: bigint
  /** The highest fee at present. It may rise until the transaction is sent. */
  max: bigint
}

/**
 * The rollup fee of a transaction with this calldata and gas; 0 on networks without such a fee.
 * @throws the node's error, since an unknown fee must not be taken for 0
 */
export async function fetchRollupFee(
  rpc: Rpc,
  { data, gas }: { data: string; gas: bigint },
): Promise<RollupFee> {
  const bytes = concat([data as Hex, ENVELOPE])
  const [ofOptimism, ofScroll = 0n] = await Promise.all([
    readContractOrNone(rpc, { ...optimism, functionName: 'getL1Fee', args: [bytes] }),
    readContractOrNone(rpc, { ...scroll, functionName: 'getL1Fee', args: [bytes] }),
  ])
  if (ofOptimism === undefined) return { expected: ofScroll, max: ofScroll }
  // The estimate uses bytes that compress better than a signed transaction. So take the upper bound by size as the
  // maximum, if the network has such a bound.
  const [bound = 0n, ofOperator = 0n, givenRatio = 1n] = await Promise.all([
    readContractOrNone(rpc, {
      ...optimism,
      functionName: 'getL1FeeUpperBound',
      args: [BigInt(size(bytes))],
    }),
    readContractOrNone(rpc, { ...optimism, functionName: 'getOperatorFee', args: [gas] }),
    readContractOrNone(rpc, { ...optimism, functionName: 'tokenRatio' }),
  ])
  const ratio = givenRatio <= MAX_RATIO ? givenRatio : 1n
  const max = bound > ofOptimism ? bound : ofOptimism
  return { expected: ofOptimism * ratio + ofOperator, max: max * ratio + ofOperator }
}

/** Highest plausible `tokenRatio`. A higher ratio is invalid, since no native token is that much cheaper than ether. */
const MAX_RATIO = 10_000_000n

/** Stands for the parts of a signed transaction other than its data: at most 131 bytes. */
const ENVELOPE: Hex = `0x${'ff'.repeat(131)}`

const optimism = {
  abi: parseAbi([
    'function getL1Fee(bytes data) view returns (uint256)',
    'function getL1FeeUpperBound(uint256 size) view returns (uint256)',
    'function getOperatorFee(uint256 gas) view returns (uint256)',
    // Mantle: the price of one ether in MNT.
    'function tokenRatio() view returns (uint256)',
  ]),
  address: '0x420000000000000000000000000000000000000F',
} as const

const scroll = {
  abi: parseAbi(['function getL1Fee(bytes data) view returns (uint256)']),
  address: '0x5300000000000000000000000000000000000002',
} as const
