/** Reads facts about a sender or receiver from an EVM network's node. */
import { erc20Abi } from 'viem'
import type { ReceiverWarning } from '../../src/core/payments/transfer.ts'
import { fetchAccountKind } from './account-kind.ts'
import { readContract, toAddress } from './contract.ts'
import { fetchDecimals } from './token.ts'
import type { Rpc } from '../http/rpc.ts'

/**
 * Whether somebody else may pay the fee of an account's transactions: an owner or relayer of a contract account, or the
 * paymaster of a delegated account. False if the node does not answer.
 */
export async function mayHaveFeePayer(rpc: Rpc, address: string): Promise<boolean> {
  const kind = await fetchAccountKind(rpc, address).catch(() => 'plain')
  return kind !== 'plain'
}

/**
 * Warnings about a receiver that is a contract. Never rejects: if the contract does not answer like a token, the
 * warning is `contract`.
 */
export async function checkContract(address: string, rpc: Rpc): Promise<readonly ReceiverWarning[]> {
  const supply = readContract(rpc, {
    abi: erc20Abi,
    address: toAddress(address),
    functionName: 'totalSupply',
  })
  const isToken = await Promise.all([fetchDecimals(rpc, address), supply]).then(
    () => true,
    () => false,
  )
  return [{ code: isToken ? 'token_contract' : 'contract' }]
}
