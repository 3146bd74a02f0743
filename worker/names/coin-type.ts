/**
 * The coin type: the key under which a name stores its address for a network.
 * @see https://docs.ens.domains/ensip/11
 */
import type { CaipNetworkId } from '../../src/core/chains/caip.ts'
import { BillfoldError } from '../../src/core/base/errors.ts'

const EVM = 0x80000000
/** SLIP-44 coin type of Ethereum, older than the coin types of all EVM networks (ENSIP-11). */
export const ETHER = 60
/**
 * Default coin type for EVM networks without an address of their own.
 * @see https://docs.ens.domains/ensip/19
 */
export const ANY_EVM = EVM

/** @throws chain_invalid unless it is an EVM network whose id is below 2147483648 */
export function getCoinType(caipNetworkId: CaipNetworkId): number {
  const reference = /^eip155:(\d{1,10})$/.exec(caipNetworkId)?.[1]
  const chainId = Number(reference ?? EVM)
  if (chainId >= EVM) throw new BillfoldError('chain_invalid', 'Invalid chainId')
  return EVM + chainId
}

/** The network of a coin type; undefined for one outside EVM. */
export function findCoinNetwork(coinType: number): CaipNetworkId | undefined {
  if (coinType === ETHER) return 'eip155:1'
  return coinType > EVM && coinType < 2 * EVM ? `eip155:${coinType - EVM}` : undefined
}

/** Both coin types of Ethereum. */
export function getMainCoinTypes(): readonly number[] {
  return [ETHER, EVM + 1]
}
