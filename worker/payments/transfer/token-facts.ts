/**
 * Reads name, symbol and decimals of a token from the chain. The page that requests the token is not trusted for these
 * facts.
 */
import { MAX_DECIMALS } from '../../../src/core/text/amount.ts'
import { plainText } from '../../../src/core/text/text.ts'
import { getNamespace, toCaipKey } from '../../../src/core/chains/caip.ts'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import type { TokenFacts, TokenFactsInput } from '../../../src/core/payments/transfer.ts'
import type { CommandContext } from '../../base/context.ts'
import type * as Token from '../../evm/token.ts'
import { openRpc } from '../../http/rpc.ts'
import type { SolanaDomain } from '../../main/files/billfold-solana.ts'
import { knownTokens } from '../../portfolio/known-tokens.ts'
import { refuse } from './transfer-order.ts'

/**
 * Decimals of the native token, for every network of a namespace. A page that states other decimals would move the decimal
 * point.
 */
const nativeDecimals: Readonly<Record<string, number>> = { eip155: 18, solana: 9 }

/** Upper limits of a symbol and of a name, in characters. */
const MAX_SYMBOL_LENGTH = 16
const MAX_NAME_LENGTH = 40

/** @throws network_missing, transfer_refused, or the node's error */
export async function tokenFacts(
  { caipNetworkId, asset }: TokenFactsInput,
  context: CommandContext,
): Promise<TokenFacts> {
  const network = context.config.networks.find((one) => one.caipNetworkId === caipNetworkId)
  const rpc = openRpc(context, caipNetworkId, context.signal)
  const known = Object.entries(knownTokens[caipNetworkId] ?? {})
  if (network && asset === 'native') {
    const { decimals, symbol, name } = network.nativeCurrency
    if (decimals !== nativeDecimals[getNamespace(caipNetworkId)]) throw refuse('decimals')
    const [own] = known.find(([, contracts]) => contracts.length === 0) ?? []
    return {
      decimals,
      symbol: own ?? plainText(symbol, MAX_SYMBOL_LENGTH),
      name: plainText(name, MAX_NAME_LENGTH),
    }
  }
  if (!network || !rpc)
    throw new BillfoldError('network_missing', 'This page has no RPC URL for this network.')
  if (getNamespace(caipNetworkId) === 'solana') {
    const { fetchMintFacts } = await context.load<SolanaDomain>('solana')
    const { decimals, ...names } = await fetchMintFacts(asset, rpc)
    const [listed] = known.find(([, mints]) => mints.includes(asset)) ?? []
    return { decimals, ...toNames(listed, names) }
  }
  const { fetchDecimals, fetchTokenNames } = await context.load<typeof Token>('evm')
  const isKey = (contract: string) => toCaipKey(`eip155:1:${contract}`) === toCaipKey(`eip155:1:${asset}`)
  const [decimals, names] = await Promise.all([fetchDecimals(rpc, asset), fetchTokenNames(rpc, asset)])
  if (decimals > BigInt(MAX_DECIMALS)) throw refuse('decimals')
  const [listed] = known.find(([, contracts]) => contracts.some(isKey)) ?? []
  return { decimals: Number(decimals), ...toNames(listed, names) }
}

/** @param listed the symbol of a known token, which its issuer cannot change */
function toNames(
  listed: string | undefined,
  own: Record<'symbol' | 'name', string | undefined>,
): Pick<TokenFacts, 'symbol' | 'name'> {
  const symbol = listed ?? plainText(own.symbol ?? '', MAX_SYMBOL_LENGTH)
  const name = plainText(own.name ?? '', MAX_NAME_LENGTH)
  return { ...(symbol && { symbol }), ...(name && { name }) }
}
