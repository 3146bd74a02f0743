/** How much of one token an account holds, as the network's own node says it. */
import { MAX_DECIMALS } from '../../src/core/amount.ts'
import { parseCaipAddress, toCaipKey } from '../../src/core/caip.ts'
import { BillfoldError } from '../../src/core/errors.ts'
import type { TokenBalance, TokenBalanceInput } from '../../src/core/onramp.ts'
import { nativeToken } from '../../src/core/prices.ts'
import { isCount, isRecord } from '../../src/core/shapes.ts'
import type { CommandContext } from '../context.ts'
import { loadEvm } from '../evm/load-evm.ts'
import type * as Token from '../evm/token.ts'
import { fetchQuantity, openRpc, type Rpc, unusable } from '../http/rpc.ts'

/** Of Solana: what is confirmed is all but certain, and half a minute sooner. */
const COMMITMENT = 'confirmed'

/** @throws call_unsupported without a node, bad_account, and what the node meets */
export async function tokenBalance(
  { account, token }: TokenBalanceInput,
  context: CommandContext,
): Promise<TokenBalance> {
  const { namespace, caipNetworkId, address } = parseCaipAddress(account)
  const of = parseCaipAddress(token)
  const rpc = openRpc(context, caipNetworkId, context.signal)
  const network = context.config.networks.find((one) => one.caipNetworkId === caipNetworkId)
  if (!rpc || !network || of.caipNetworkId !== caipNetworkId)
    throw new BillfoldError('call_unsupported', `No node of ${of.caipNetworkId} can be asked.`)
  const isSolana = namespace === 'solana'
  if (toCaipKey(token) === nativeToken(caipNetworkId)) {
    const amount = isSolana
      ? await readLamports(rpc, address)
      : await fetchQuantity(rpc, 'eth_getBalance', [address, 'latest'])
    return { amount, decimals: network.nativeCurrency.decimals }
  }
  if (isSolana) return readAccounts(rpc, address, of.address)
  const { fetchDecimals, fetchTokenBalance } = await loadEvm<typeof Token>(context)
  const [amount, decimals] = await Promise.all([
    fetchTokenBalance(rpc, of.address, address),
    fetchDecimals(rpc, of.address),
  ])
  if (decimals > BigInt(MAX_DECIMALS)) throw unusable('eth_call')
  return { amount, decimals: Number(decimals) }
}

async function readLamports(rpc: Rpc, address: string): Promise<bigint> {
  const answer = await rpc('getBalance', [address, { commitment: COMMITMENT }])
  const value = isRecord(answer) ? answer['value'] : undefined
  if (!Number.isSafeInteger(value)) throw unusable('getBalance')
  return BigInt(value as number)
}

/** An owner may have several accounts of one mint. @see https://solana.com/docs/rpc/http/gettokenaccountsbyowner */
async function readAccounts(rpc: Rpc, address: string, mint: string): Promise<TokenBalance> {
  const method = 'getTokenAccountsByOwner'
  const answer = await rpc(method, [address, { mint }, { encoding: 'jsonParsed', commitment: COMMITMENT }])
  const accounts = isRecord(answer) ? answer['value'] : undefined
  if (!Array.isArray(accounts)) throw unusable(method)
  return (accounts as unknown[]).reduce<TokenBalance>(
    (sum, one) => {
      const held = ['account', 'data', 'parsed', 'info', 'tokenAmount'].reduce<unknown>(
        (part, name) => (isRecord(part) ? part[name] : undefined),
        one,
      )
      const { amount, decimals } = isRecord(held) ? held : {}
      if (typeof amount !== 'string' || !/^\d{1,20}$/.test(amount) || !isCount(decimals))
        throw unusable(method)
      return { amount: sum.amount + BigInt(amount), decimals }
    },
    { amount: 0n },
  )
}
