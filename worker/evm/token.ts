/** What a token's contract says of itself and its holders. @see https://eips.ethereum.org/EIPS/eip-20 */
import { erc20Abi, parseAbi } from 'viem'
import type { Rpc } from '../http/rpc.ts'
import { readContract, toAddress } from './contract.ts'

/** As a whole word: what does not fit into the byte of the standard must be seen, not cut off. */
const decimalsAbi = parseAbi(['function decimals() view returns (uint256)'])

/** @throws as `readContract` does */
export function fetchDecimals(rpc: Rpc, token: string): Promise<bigint> {
  return readContract(rpc, { abi: decimalsAbi, address: toAddress(token), functionName: 'decimals' })
}

/** Base units. @throws as `readContract` does */
export function fetchTokenBalance(rpc: Rpc, token: string, owner: string): Promise<bigint> {
  const args = [toAddress(owner)] as const
  return readContract(rpc, { abi: erc20Abi, address: toAddress(token), functionName: 'balanceOf', args })
}
