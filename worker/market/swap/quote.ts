/** Fetches quotes for a swap. */
import { parseCaipAddress } from '../../../src/core/chains/caip.ts'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import type { SwapDraft, SwapQuote } from '../../../src/core/payments/swap.ts'
import type { CommandContext } from '../../base/context.ts'
import type * as RollupFee from '../../evm/rollup-fee.ts'
import { openRpc } from '../../http/rpc.ts'
import { fetchGasPrice, fetchQuote } from './provider.ts'

/** Gas of a swap if neither the provider nor the node estimates it. */
export const USUAL_GAS = 180_000n

/** Stands for a swap's calldata in the estimate of the rollup fee: the calldata is unknown until the swap is built. */
const USUAL_DATA = `0x${'ff'.repeat(700)}`

export async function swapQuote(draft: SwapDraft, context: CommandContext): Promise<SwapQuote> {
  const [{ gasPrice, ...quote }, rollupFee] = await Promise.all([
    fetchPriced(draft, context),
    fetchRollupFees(draft, [{ data: USUAL_DATA, gas: USUAL_GAS }], context),
  ])
  return { ...quote, ...(rollupFee !== undefined && { networkFee: gasPrice * USUAL_GAS + rollupFee }) }
}

/**
 * Total rollup fee of the transactions, in wei. Undefined if the node does not return it; 0 if the page names no node.
 * @throws aborted
 */
export async function fetchRollupFees(
  { account }: Pick<SwapDraft, 'account'>,
  transactions: readonly { data: string; gas: bigint }[],
  context: CommandContext,
): Promise<bigint | undefined> {
  const { signal, load } = context
  const rpc = openRpc(context, parseCaipAddress(account).caipNetworkId, signal)
  if (!rpc) return 0n
  try {
    const { fetchRollupFee } = await load<typeof RollupFee>('evm')
    const fees = await Promise.all(transactions.map((one) => fetchRollupFee(rpc, one)))
    return fees.reduce((sum, { expected }) => sum + expected, 0n)
  } catch (error) {
    if (signal.aborted) throw error
    return undefined
  }
}

/** The current quote, with the price of gas. @throws swap_no_quote, and the errors of the provider's requests */
export async function fetchPriced(
  draft: SwapDraft,
  context: CommandContext,
): Promise<{ expected: bigint; provider: string; gasPrice: bigint }> {
  const { caipNetworkId } = parseCaipAddress(draft.account)
  const gasPrice = await fetchGasPrice(caipNetworkId, context)
  const quote = await fetchQuote(draft, gasPrice, context)
  if (!quote)
    throw new BillfoldError(
      'swap_no_quote',
      'This amount cannot be swapped now. Try another amount or token.',
    )
  return { ...quote, gasPrice }
}
