/** Reads an account's balance of one token from the network's node. */
import * as v from 'valibot'
import { MAX_DECIMALS } from '../../../src/core/text/amount.ts'
import { parseCaipAddress, toCaipKey } from '../../../src/core/chains/caip.ts'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import type { TokenBalance, TokenBalanceInput } from '../../../src/core/payments/onramp.ts'
import { nativeToken } from '../../../src/core/assets/prices.ts'
import { count, parseOrNone, units } from '../../../src/core/contract/schemas.ts'
import type { CommandContext } from '../../base/context.ts'
import type * as Token from '../../evm/token.ts'
import { fetchQuantity, openRpc, type Rpc, unusable } from '../../http/rpc.ts'

/**
 * Solana: read confirmed transactions. They are hardly ever reverted, and are visible half a minute before they are
 * final.
 */
const COMMITMENT = 'confirmed'

/** @throws call_unsupported without a node, bad_account, or the node's error */
export async function tokenBalance(
  { account, token }: TokenBalanceInput,
  context: CommandContext,
): Promise<TokenBalance> {
  const { namespace, caipNetworkId, address } = parseCaipAddress(account)
  const of = parseCaipAddress(token)
  const rpc = openRpc(context, caipNetworkId, context.signal)
  const network = context.config.networks.find((one) => one.caipNetworkId === caipNetworkId)
  if (!rpc || !network || of.caipNetworkId !== caipNetworkId)
    throw new BillfoldError('call_unsupported', `This page has no RPC URL for ${of.caipNetworkId}.`)
  const isSolana = namespace === 'solana'
  if (toCaipKey(token) === nativeToken(caipNetworkId)) {
    const amount = isSolana
      ? await readLamports(rpc, address)
      : await fetchQuantity(rpc, 'eth_getBalance', [address, 'latest'])
    return { amount, decimals: network.nativeCurrency.decimals }
  }
  if (isSolana) return readAccounts(rpc, address, of.address)
  const { fetchDecimals, fetchTokenBalance } = await context.load<typeof Token>('evm')
  const [amount, decimals] = await Promise.all([
    fetchTokenBalance(rpc, of.address, address),
    fetchDecimals(rpc, of.address),
  ])
  if (decimals > BigInt(MAX_DECIMALS)) throw unusable('eth_call')
  return { amount, decimals: Number(decimals) }
}

async function readLamports(rpc: Rpc, address: string): Promise<bigint> {
  const answer = parseOrNone(lamports, await rpc('getBalance', [address, { commitment: COMMITMENT }]))
  if (!answer) throw unusable('getBalance')
  return BigInt(answer.value)
}

/** The sum over all of an owner's accounts of a token. @see https://solana.com/docs/rpc/http/gettokenaccountsbyowner */
async function readAccounts(rpc: Rpc, address: string, mint: string): Promise<TokenBalance> {
  const method = 'getTokenAccountsByOwner'
  const params = [address, { mint }, { encoding: 'jsonParsed', commitment: COMMITMENT }]
  const answer = parseOrNone(tokenAccounts, await rpc(method, params))
  if (!answer) throw unusable(method)
  return answer.value.reduce<TokenBalance>(
    (sum, { account }) => {
      const { amount, decimals } = account.data.parsed.info.tokenAmount
      return { amount: sum.amount + amount, decimals }
    },
    { amount: 0n },
  )
}

const lamports = v.object({ value: count })

/** One invalid account makes the whole answer invalid, since a partial sum would be a wrong balance. */
const tokenAccounts = v.object({
  value: v.array(
    v.object({
      account: v.object({
        data: v.object({
          parsed: v.object({ info: v.object({ tokenAmount: v.object({ amount: units, decimals: count }) }) }),
        }),
      }),
    }),
  ),
})
