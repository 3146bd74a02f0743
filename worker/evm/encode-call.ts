/** What a contract is called with. */
import { type Abi, encodeFunctionData, isAddress } from 'viem'
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { ContractCall } from '../../src/core/contract/protocol.ts'

/**
 * An address in capitals and small letters must have the right checksum, the contract's and those among the arguments
 * (EIP-55): who sends to a mistyped one has lost it.
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
