/** Replaces a pending transaction, as a wallet does to speed it up or cancel it. */
import { type Hex, hexToBigInt, hexToNumber } from 'viem'
import { people } from '../people/accounts.ts'
import type { Anvil } from './anvil.ts'

/**
 * `renewed`: the same transaction with a higher fee. `cancelled`: sends nothing, to the sender. `other`: sends a small
 * amount to another person.
 */
export type Replacement = 'renewed' | 'cancelled' | 'other'

interface Waiting {
  from: Hex
  to: Hex
  nonce: Hex
  value: Hex
  input: Hex
  gas: Hex
  maxFeePerGas: Hex
}

/** @returns hash of the replacement */
export async function replace(anvil: Anvil, hash: string, how: Replacement): Promise<Hex> {
  const waiting = await anvil.rpc<Waiting | null>('eth_getTransactionByHash', hash)
  const owner = Object.values(people).find(({ account }) => account.address.toLowerCase() === waiting?.from)
  if (!waiting || !owner) throw new Error(`${hash} is not a pending transaction of the sandbox’s people.`)
  const { to, value, data } = {
    renewed: { to: waiting.to, value: hexToBigInt(waiting.value), data: waiting.input },
    cancelled: { to: waiting.from, value: 0n, data: '0x' as const },
    other: { to: people.theo.account.address, value: 1n, data: '0x' as const },
  }[how]
  const fee = hexToBigInt(waiting.maxFeePerGas) * 2n
  const signed = await owner.account.signTransaction({
    type: 'eip1559',
    chainId: anvil.chainId,
    nonce: hexToNumber(waiting.nonce),
    gas: hexToBigInt(waiting.gas),
    maxFeePerGas: fee,
    maxPriorityFeePerGas: fee,
    to,
    value,
    data,
  })
  return anvil.rpc('eth_sendRawTransaction', signed)
}
