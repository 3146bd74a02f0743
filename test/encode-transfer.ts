/** Encodes transfers with viem, for comparison with the product's own encoder. */
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import type { EvmTransfer, TransferToken } from '../src/core/payments/transfer.ts'

export function encodeTransfer(
  { kind, contract = '' }: Pick<TransferToken, 'kind' | 'contract'>,
  receiver: string,
  amount: bigint,
): EvmTransfer {
  if (kind === 'native') return { namespace: 'eip155', to: receiver, value: amount, data: '0x' }
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [receiver.toLowerCase() as Hex, amount],
  })
  return { namespace: 'eip155', to: contract, value: 0n, data }
}
