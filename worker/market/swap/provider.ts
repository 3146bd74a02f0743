/** Requests to the swap provider. Answers are not cached. */
import * as v from 'valibot'
import { type CaipAddress, type CaipNetworkId, parseCaipAddress } from '../../../src/core/chains/caip.ts'
import { findSwapNetwork } from '../../../src/core/chains/swap-networks.ts'
import { BillfoldError, toErrorRecord } from '../../../src/core/base/errors.ts'
import { parseOrNone, units } from '../../../src/core/contract/schemas.ts'
import { PROVIDER_NAME, SLIPPAGE, type SwapDraft, type SwapQuote } from '../../../src/core/payments/swap.ts'
import type { CommandContext } from '../../base/context.ts'

type Context = Pick<CommandContext, 'config' | 'http' | 'signal'>
const api = ({ http }: Context) => http.client('api')

/** The expected amount and the provider's name. Undefined if the pair cannot be swapped on this network. */
export async function fetchQuote(
  { account, from, to, amount }: SwapDraft,
  gasPrice: bigint,
  context: Context,
): Promise<Pick<SwapQuote, 'expected' | 'provider'> | undefined> {
  if (!isServedTo(account, context)) return undefined
  const query = {
    amount: String(amount),
    userAddress: account,
    from: from.token,
    to: to.token,
    gasPrice: String(gasPrice),
  }
  const answer = parseOrNone(
    quotesAnswer,
    await api(context).get('/v1/convert/quotes', query, { signal: context.signal }).catch(toNoQuote),
  )
  if (!answer) throw unusable('the quotes')
  const expected = parseOrNone(quote, answer.quotes[0])?.toAmount
  return expected ? { expected, provider: answer.provider } : undefined
}

/**
 * Returns an empty answer for the error with which the public API refuses an amount that no provider swaps. Throws any
 * other error.
 */
function toNoQuote(error: unknown): { quotes: [] } {
  if (/liquidity/i.test(String(toErrorRecord(error).context['description']))) return { quotes: [] }
  throw error
}

/** A name that is safe to show: short and in ASCII letters. */
const providerName = v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9 -]{0,31}$/))
const quote = v.object({ toAmount: units })
/** The quotes, of which only the first is used. If the first quote is invalid, the next must not replace it. */
const quotesAnswer = v.object({
  quotes: v.array(v.unknown()),
  provider: v.fallback(providerName, PROVIDER_NAME),
})

/** The items of the token list, unvalidated. */
export async function fetchTokens(
  caipNetworkId: CaipNetworkId,
  context: Context,
): Promise<readonly unknown[]> {
  if (!isServed(caipNetworkId, context)) return []
  const query = { chainId: caipNetworkId }
  const answer = parseOrNone(
    v.object({ tokens: v.array(v.unknown()) }),
    await api(context).get('/v1/convert/tokens', query, { signal: context.signal }),
  )
  if (!answer) throw unusable('the list of tokens')
  return answer.tokens
}

/** The router's current allowance according to the provider, in base units. */
export async function fetchAllowance(
  { account, from }: Pick<SwapDraft, 'account' | 'from'>,
  context: Context,
): Promise<bigint> {
  if (!isServedTo(account, context)) return 0n
  const query = { tokenAddress: from.token, userAddress: account }
  const answer = parseOrNone(
    v.object({ allowance: units }),
    await api(context).get('/v1/convert/allowance', query, { signal: context.signal }),
  )
  if (!answer) throw unusable('the allowance')
  return answer.allowance
}

/** The current price of gas, in wei. @throws swap_unsupported */
export async function fetchGasPrice(caipNetworkId: CaipNetworkId, context: Context): Promise<bigint> {
  if (!isServed(caipNetworkId, context)) throw unsupported('Gas Price')
  const query = { chainId: caipNetworkId }
  const answer = parseOrNone(
    v.object({ standard: units }),
    await api(context).get('/v1/convert/gas-price', query, { signal: context.signal }),
  )
  if (!answer) throw unusable('the price of gas')
  return answer.standard
}

/** The transaction to sign, unvalidated: `check-swap.ts` parses it. */
const builtAnswer = v.object({ tx: v.unknown() })

/**
 * Requests the swap's transaction. The caller must check the transaction, since it may do anything. @throws
 * swap_unsupported
 */
export async function buildTransaction(draft: SwapDraft, context: Context): Promise<unknown> {
  if (!isServedTo(draft.account, context)) throw unsupported('Swaps')
  const body = toBuildBody(draft, context.config.projectId)
  const answer = await api(context).post('/v1/convert/build-transaction', body, { signal: context.signal })
  return parseOrNone(builtAnswer, answer)?.tx
}

/** The body of the request. `eip155.slippage` is an integer, in percent. */
export function toBuildBody({ account, from, to, amount }: SwapDraft, projectId: string): object {
  return {
    amount: String(amount),
    eip155: { slippage: SLIPPAGE },
    projectId,
    from: from.token,
    to: to.token,
    userAddress: account,
    // Disable the provider's own simulation: it would fail while the router has no allowance.
    disableEstimate: true,
  }
}

/**
 * Requests the approval, which the caller must check. The API takes no amount, so the approval is unlimited. @throws
 * swap_unsupported
 */
export async function buildApproval({ account, from, to }: SwapDraft, context: Context): Promise<unknown> {
  if (!isServedTo(account, context)) throw unsupported('Swaps')
  const query = { userAddress: account, from: from.token, to: to.token }
  const answer = await api(context).get('/v1/convert/build-approve', query, { signal: context.signal })
  return parseOrNone(builtAnswer, answer)?.tx
}

function isServed(caipNetworkId: CaipNetworkId, { config }: Context): boolean {
  return findSwapNetwork(caipNetworkId, config.networks) !== undefined
}

function isServedTo(account: CaipAddress, context: Context): boolean {
  return isServed(parseCaipAddress(account).caipNetworkId, context)
}

function unsupported(what: string): BillfoldError {
  return new BillfoldError('swap_unsupported', `Network not supported for ${what}`)
}

function unusable(what: string): BillfoldError {
  return new BillfoldError('bad_envelope', `The answer about ${what} has an unexpected format.`, {
    category: 'DATA_PARSING_ERROR',
  })
}
