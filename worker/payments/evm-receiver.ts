/** What an EVM network's node says of an address that is to get something. */
import type { ReceiverWarning } from '../../src/core/transfer.ts'
import { type Rpc, unusable } from '../http/rpc.ts'

/** Up to it are functions of the network itself and the usual place to burn things (0x…dEaD), and nobody's key. */
const RESERVED = 0xffffn

/** @throws what the node's call meets */
export async function lookAtEvmReceiver(
  address: string,
  rpc: Rpc | undefined,
): Promise<readonly ReceiverWarning[]> {
  if (BigInt(address) <= RESERVED || /^0x(.)\1{39}$/i.test(address)) return [{ code: 'zero' }]
  if (!rpc) return [{ code: 'unknown' }]
  if (!(await fetchIsContract(rpc, address))) return []
  const answers = await Promise.all([DECIMALS, SUPPLY].map((data) => ask(rpc, address, data)))
  return [{ code: answers.every(isWord) ? 'token_contract' : 'contract' }]
}

/** `decimals()` and `totalSupply()`: what has both is a token. */
const DECIMALS = '0x313ce567'
const SUPPLY = '0x18160ddd'

/** A person's account may name code to run for it and stays the person's: EIP-7702. @throws what the node's call meets */
export async function fetchIsContract(rpc: Rpc, address: string): Promise<boolean> {
  const code = await rpc('eth_getCode', [address, 'latest'])
  if (typeof code !== 'string' || !/^0x[0-9a-f]*$/i.test(code)) throw unusable('eth_getCode')
  return code !== '0x' && !/^0xef0100[0-9a-f]{40}$/i.test(code)
}

/** Undefined where the contract has no such function. */
function ask(rpc: Rpc, to: string, data: string): Promise<unknown> {
  return rpc('eth_call', [{ to, data }, 'latest']).catch(() => undefined)
}

function isWord(answer: unknown): boolean {
  return typeof answer === 'string' && /^0x[0-9a-f]{64}$/i.test(answer)
}
