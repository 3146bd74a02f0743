/**
 * Swap contracts (routers), as published by their makers. A call of any other contract is refused, whatever its calldata.
 * @see https://portal.1inch.dev/documentation/contracts/aggregation-protocol/aggregation-introduction
 * @see https://docs.uniswap.org/contracts/v2/reference/smart-contracts/v2-deployments
 */
import type { CaipNetworkId } from '../../../src/core/chains/caip.ts'
import { findSwapNetwork, type SwapForks } from '../../../src/core/chains/swap-networks.ts'
import type { SwapFacts } from './decode-swap.ts'

const ONE_INCH = ['0x1111111254eeb25477b68fb85ed929f73a960582', '0x111111125421ca6dc452d289314280a0f8842a65']
/** 1inch's contracts on zkSync, which derives contract addresses differently. */
const ONE_INCH_ZKSYNC = [
  '0x6e2b76966cbd9cf4cc2fa0d76d24d5241e0abc2f',
  '0x6fd4383cb451173d5f9304f041c7bcbf27d561ff',
]
const UNISWAP = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d'

/** The maker of a router; undefined for an unknown contract. A fork has the routers of the network that it copies. */
export function getRouter(
  caipNetworkId: CaipNetworkId,
  networks: SwapForks,
  address: string,
): SwapFacts['router'] | undefined {
  const origin = findSwapNetwork(caipNetworkId, networks)
  if (!origin) return undefined
  const contract = address.toLowerCase()
  if (contract === UNISWAP && origin === 'eip155:1') return 'uniswap'
  const known = origin === 'eip155:324' ? ONE_INCH_ZKSYNC : ONE_INCH
  return known.includes(contract) ? '1inch' : undefined
}
