/**
 * Coin types: the numbers under which a name stores its address for each network.
 * @see https://docs.ens.domains/ensip/11
 */
import type { CaipNetworkId } from '../../src/core/chains/caip.ts'
import { BillfoldError } from '../../src/core/base/errors.ts'

const EVM = 0x80000000
/** Ethereum's coin type in SLIP-44, from the time before ENSIP-11 gave every EVM network a coin type. */
export const ETHER = 60
/**
 * Default coin type: the name's address on EVM networks for which the name has no record of its own.
 * @see https://docs.ens.domains/ensip/19
 */
export const ANY_EVM = EVM

/**
 * The coin type of an EVM network (ENSIP-11). @throws chain_invalid for other networks, and for chain ids from 2147483648
 * on
 */
export function getCoinType(caipNetworkId: CaipNetworkId): number {
  const reference = /^eip155:(\d{1,10})$/.exec(caipNetworkId)?.[1]
  const chainId = Number(reference ?? EVM)
  if (chainId >= EVM) throw new BillfoldError('chain_invalid', 'Invalid chainId')
  return EVM + chainId
}

/** The network of a coin type; undefined if no EVM network has this coin type. */
export function findCoinNetwork(coinType: number): CaipNetworkId | undefined {
  if (coinType === ETHER) return 'eip155:1'
  return coinType > EVM && coinType < 2 * EVM ? `eip155:${coinType - EVM}` : undefined
}

/** Both coin types of Ethereum: that of SLIP-44 and that of ENSIP-11. */
export function getMainCoinTypes(): readonly number[] {
  return [ETHER, EVM + 1]
}
