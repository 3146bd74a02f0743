/**
 * WHAT A SWAP IS. The worker asks the provider, reads the calldata that comes, and gives what it says; the views show
 * that and nothing else.
 *
 *   draft ── swapQuote ──▶ about this much ── prepareSwap ──▶ PreparedSwap: shown ── toSwapIntent ──▶ wallet
 */
import type { CaipAddress, CaipNetworkId } from './caip.ts'

/** EIP-155. */
const served: readonly number[] = [1, 42161, 10, 324, 8453, 56, 137, 100, 43114, 250, 8217, 1313161554]
/** A developer's own chain, mostly a copy of Ethereum. What is signed there is worth nothing elsewhere. */
const LOCAL = 31337

export const swapNetworks: readonly CaipNetworkId[] = [...served, LOCAL].map(
  (id): CaipNetworkId => `eip155:${id}`,
)

/** Whether anybody swaps on a network. */
export function isSwapNetwork(caipNetworkId: string): boolean {
  return (swapNetworks as readonly string[]).includes(caipNetworkId)
}

/** Percent that a swap may give less than was quoted. */
export const SLIPPAGE = 1
/** How long a price counts. Milliseconds. */
export const QUOTE_LIFE = 30_000

export interface SwapToken {
  /** CAIP-10; the network's own coin by its address of `nativeToken`. eip155 addresses in lower case. */
  token: CaipAddress
  name: string
  symbol: string
  decimals: number
  /** https only. */
  iconUrl?: string
}

export interface SwapTokensInput {
  /** CAIP-2. */
  caipNetworkId: CaipNetworkId
  /** What is looked for: a part of a name or symbol, or a whole address. Empty: all. */
  words: string
}

export interface SwapTokens {
  /** At most 8, in their own order. */
  suggested: readonly SwapToken[]
  /** What fits the words: popular ones first, then by name. At most 100. */
  tokens: readonly SwapToken[]
  /** How many fit. */
  total: number
}

export interface SwapDraft {
  /** Who swaps, on which network. */
  account: CaipAddress
  from: SwapToken
  to: SwapToken
  /** Base units of `from`. */
  amount: bigint
}

export interface SwapQuote {
  /** Base units of `to`: about, before the price moves. */
  expected: bigint
  /** What the network takes, in base units of its own coin; about. Absent where it is not known. */
  networkFee?: bigint
}

/** What a wallet is given. `value`: wei. */
export interface SwapCall {
  to: string
  value: bigint
  data: string
}

/** As the calldata says it. */
export interface PreparedSwap extends SwapQuote {
  draft: SwapDraft
  /** The contract that swaps, with its checksum. */
  router: string
  /** Base units of `to`: less than this, and the swap fails. */
  minimum: bigint
  /** What has to be allowed before, in this order, in base units of `from`: nothing, the amount, or 0 and the amount. */
  limits: readonly { amount: bigint; transaction: SwapCall }[]
  transaction: SwapCall
  /** Milliseconds since 1970. */
  preparedAt: number
}

/** The least that may come of what was quoted. */
export function getLeast(expected: bigint): bigint {
  return (expected * BigInt(100 - SLIPPAGE)) / 100n
}
