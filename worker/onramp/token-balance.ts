/** How much of one token an account holds, as the network's own node says it. */
import { parseCaipAddress, toCaipKey } from '../../src/core/caip.ts'
import { BillfoldError } from '../../src/core/errors.ts'
import type { TokenBalanceInput } from '../../src/core/onramp.ts'
import { nativeToken } from '../../src/core/prices.ts'
import { isRecord } from '../../src/core/shapes.ts'
import type { CommandContext } from '../context.ts'
import { openRpc, type Rpc, unusable } from '../http/rpc.ts'

/** `balanceOf(address)`. @see https://eips.ethereum.org/EIPS/eip-20 */
const BALANCE_OF = '0x70a08231'

/** Base units. @throws call_unsupported without a node, bad_account, and what the node meets */
export async function tokenBalance(
  { account, token }: TokenBalanceInput,
  context: CommandContext,
): Promise<bigint> {
  const { namespace, caipNetworkId, address } = parseCaipAddress(account)
  const of = parseCaipAddress(token)
  const rpc = openRpc(context, caipNetworkId, context.signal)
  if (!rpc || of.caipNetworkId !== caipNetworkId)
    throw new BillfoldError('call_unsupported', `No node of ${of.caipNetworkId} can be asked.`)
  const isNative = toCaipKey(token) === nativeToken(caipNetworkId)
  return namespace === 'solana'
    ? readSolana(rpc, address, isNative ? undefined : of.address)
    : readEvm(rpc, address, isNative ? undefined : of.address)
}

async function readEvm(rpc: Rpc, address: string, contract: string | undefined): Promise<bigint> {
  const data = `${BALANCE_OF}${address.slice(2).toLowerCase().padStart(64, '0')}`
  const method = contract ? 'eth_call' : 'eth_getBalance'
  const answer = await rpc(method, contract ? [{ to: contract, data }, 'latest'] : [address, 'latest'])
  if (typeof answer !== 'string' || !/^0x[0-9a-f]{1,64}$/i.test(answer)) throw unusable(method)
  return BigInt(answer)
}

/** @see https://solana.com/docs/rpc/http/gettokenaccountsbyowner */
async function readSolana(rpc: Rpc, address: string, mint: string | undefined): Promise<bigint> {
  const commitment = 'confirmed'
  if (!mint) {
    const answer = await rpc('getBalance', [address, { commitment }])
    const value = isRecord(answer) ? answer['value'] : undefined
    if (!Number.isSafeInteger(value)) throw unusable('getBalance')
    return BigInt(value as number)
  }
  const method = 'getTokenAccountsByOwner'
  const answer = await rpc(method, [address, { mint }, { encoding: 'jsonParsed', commitment }])
  const accounts = isRecord(answer) ? answer['value'] : undefined
  if (!Array.isArray(accounts)) throw unusable(method)
  return (accounts as unknown[]).reduce<bigint>((sum, one) => {
    const amount = ['account', 'data', 'parsed', 'info', 'tokenAmount', 'amount'].reduce<unknown>(
      (part, name) => (isRecord(part) ? part[name] : undefined),
      one,
    )
    if (typeof amount !== 'string' || !/^\d{1,20}$/.test(amount)) throw unusable(method)
    return sum + BigInt(amount)
  }, 0n)
}
