/** What an EVM network's node says of an address that is to get something. */
import { erc20Abi, isHex } from 'viem'
import type { ReceiverWarning } from '../../src/core/payments/transfer.ts'
import { readContract, toAddress } from './contract.ts'
import { fetchDecimals } from './token.ts'
import { type Rpc, unusable } from '../http/rpc.ts'

/** @throws what the node's call meets */
export async function lookAtEvmReceiver(address: string, rpc: Rpc): Promise<readonly ReceiverWarning[]> {
  if (!(await fetchIsContract(rpc, address))) return []
  const supply = readContract(rpc, {
    abi: erc20Abi,
    address: toAddress(address),
    functionName: 'totalSupply',
  })
  // What has both is a token.
  const isToken = await Promise.all([fetchDecimals(rpc, address), supply]).then(
    () => true,
    () => false,
  )
  return [{ code: isToken ? 'token_contract' : 'contract' }]
}

/** A person's account may name code to run for it and stays the person's: EIP-7702. @throws what the node's call meets */
export async function fetchIsContract(rpc: Rpc, address: string): Promise<boolean> {
  const code = await rpc('eth_getCode', [address, 'latest'])
  if (!isHex(code)) throw unusable('eth_getCode')
  return code !== '0x' && !/^0xef0100[0-9a-f]{40}$/i.test(code)
}
