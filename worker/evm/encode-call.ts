/** Encodes the calldata of a contract call. */
import { type Abi, encodeFunctionData, isAddress } from 'viem'
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { ContractCall } from '../../src/core/contract/protocol.ts'

/**
 * Refuses mixed-case addresses without a valid checksum (EIP-55), also among the arguments, since tokens sent to a mistyped
 * address are lost.
 * @throws transaction_bad
 */
export function encodeCall({ address, abi, functionName, args = [] }: ContractCall): string {
  if (!isAddress(address))
    throw badTransaction(`"${String(address).slice(0, 80)}" is not a contract address.`)
  try {
    return encodeFunctionData({ abi: abi as Abi, functionName, args })
  } catch (error) {
    const [reason] = String((error as Error).message).split('\n')
    throw badTransaction(`${functionName} cannot be called with these arguments: ${reason}`, error)
  }
}

function badTransaction(message: string, cause?: unknown): BillfoldError {
  return new BillfoldError('transaction_bad', message, { cause })
}
