/** What a swap would bring now. */
import { parseCaipAddress } from '../../../src/core/chains/caip.ts'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import type { SwapDraft, SwapQuote } from '../../../src/core/payments/swap.ts'
import type { CommandContext } from '../../base/context.ts'
import { fetchGasPrice, fetchQuote } from './provider.ts'

/** Gas of a swap where nobody says it. */
export const USUAL_GAS = 180_000n

export async function swapQuote(draft: SwapDraft, context: CommandContext): Promise<SwapQuote> {
  const { gasPrice, ...quote } = await fetchPriced(draft, context)
  return { ...quote, networkFee: gasPrice * USUAL_GAS }
}

/** @throws swap_no_quote, and what the provider's calls meet */
export async function fetchPriced(
  draft: SwapDraft,
  context: CommandContext,
): Promise<{ expected: bigint; provider: string; gasPrice: bigint }> {
  const { caipNetworkId } = parseCaipAddress(draft.account)
  const gasPrice = await fetchGasPrice(caipNetworkId, context)
  const quote = await fetchQuote(draft, gasPrice, context)
  if (!quote)
    throw new BillfoldError('swap_no_quote', 'Nobody swaps this much of it now. Try another amount or token.')
  return { ...quote, gasPrice }
}
