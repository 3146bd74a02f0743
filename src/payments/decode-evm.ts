/** Decodes the EVM transaction that goes to the wallet, to show what it does. */
import { toChecksumAddress } from '../core/chains/checksum-address.ts'
import type { TransactionStep } from '../core/payments/transaction-step.ts'
import type { EvmTransfer } from '../core/payments/transfer.ts'

export function decodeEvm({ to, value, data }: EvmTransfer): TransactionStep {
  return { to: toChecksumAddress(to), value, data, ...decodeCall(data) }
}

/** @see https://eips.ethereum.org/EIPS/eip-20 */
const functions: Readonly<Record<string, readonly [name: string, receiver: string, amount: string]>> = {
  '0xa9059cbb': ['transfer(address,uint256)', 'to', 'value'],
  '0x095ea7b3': ['approve(address,uint256)', 'spender', 'value'],
}

function decodeCall(data: string): Pick<TransactionStep, 'name' | 'inputs'> {
  const known = functions[data.slice(0, 10).toLowerCase()]
  const words = /^0{24}([0-9a-f]{40})([0-9a-f]{64})$/i.exec(data.slice(10))
  if (!known || !words) return { name: undefined, inputs: [] }
  const [name, receiver, amount] = known
  return {
    name,
    inputs: [
      { name: receiver, value: toChecksumAddress(`0x${words[1]}`) },
      { name: amount, value: String(BigInt(`0x${words[2]}`)) },
    ],
  }
}
