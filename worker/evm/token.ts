/** Reads facts about a token and its holders from the token's contract. @see https://eips.ethereum.org/EIPS/eip-20 */
import { erc20Abi, erc20Abi_bytes32, hexToString, parseAbi } from 'viem'
import type { Rpc } from '../http/rpc.ts'
import { readContract, readContractOrNone, toAddress } from './contract.ts'

/**
 * The result is read as a whole word instead of the standard's one byte, so that a larger value is noticed and not
 * truncated.
 */
const decimalsAbi = parseAbi(['function decimals() view returns (uint256)'])

/** @throws the errors of `readContract` */
export function fetchDecimals(rpc: Rpc, token: string): Promise<bigint> {
  return readContract(rpc, { abi: decimalsAbi, address: toAddress(token), functionName: 'decimals' })
}

/** An owner's balance, in base units. @throws the errors of `readContract` */
export function fetchTokenBalance(rpc: Rpc, token: string, owner: string): Promise<bigint> {
  const args = [toAddress(owner)] as const
  return readContract(rpc, { abi: erc20Abi, address: toAddress(token), functionName: 'balanceOf', args })
}

/** Symbol and name as the contract returns them, not cleaned. @throws the node's error */
export async function fetchTokenNames(
  rpc: Rpc,
  token: string,
): Promise<{ symbol: string | undefined; name: string | undefined }> {
  const address = toAddress(token)
  const read = async (functionName: 'symbol' | 'name') => {
    const text = await readContractOrNone(rpc, { abi: erc20Abi, address, functionName })
    if (text !== undefined) return text
    // Tokens older than the standard, such as MKR, return 32 bytes of text.
    const bytes = await readContractOrNone(rpc, { abi: erc20Abi_bytes32, address, functionName })
    return bytes && hexToString(bytes, { size: 32 })
  }
  const [symbol, name] = await Promise.all([read('symbol'), read('name')])
  return { symbol, name }
}
