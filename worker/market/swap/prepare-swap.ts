/** Prepares the transactions to sign for a swap: checks them, and simulates them on the network's node. */
import * as v from 'valibot'
import { parseCaipAddress } from '../../../src/core/chains/caip.ts'
import { orAbsent, parseOrNone, units } from '../../../src/core/contract/schemas.ts'
import {
  getMinimumReceived,
  isNativeToken,
  type PreparedSwap,
  type SwapDraft,
} from '../../../src/core/payments/swap.ts'
import type { CommandContext } from '../../base/context.ts'
import { openRpc } from '../../http/rpc.ts'
import { checkApproval, checkSwap, encodeApproval, refuse } from './check-swap.ts'
import { checkSwapOnChain, readAllowance } from './check-swap-on-chain.ts'
import { buildApproval, buildTransaction, fetchAllowance } from './provider.ts'
import { fetchPriced, fetchRollupFees, USUAL_GAS } from './quote.ts'

/** Gas of an approval if the node does not estimate it. */
const APPROVAL_GAS = 60_000n

/**
 * Prepares a swap. Fetches a new quote, since the shown quote may be old; the transaction must satisfy the new quote.
 * To build the transaction, the provider searches for a route again. The transaction's amount may differ slightly from
 * the quote, so the transaction's amount is shown.
 */
export async function prepareSwap(draft: SwapDraft, context: CommandContext): Promise<PreparedSwap> {
  const { clock, config } = context
  const { gasPrice, ...quote } = await fetchPriced(draft, context)
  const preparedAt = clock.now()
  const tx = await buildTransaction(draft, context)
  const facts = parseOrNone(builtFacts, tx)
  const expected = facts?.amount || quote.expected
  if (expected < getMinimumReceived(quote.expected)) throw refuse('minimum')
  const { router, minimum, transaction } = checkSwap(
    tx,
    draft,
    getMinimumReceived(expected),
    clock.now(),
    config.networks,
  )
  const approvals = isNativeToken(draft.from) ? [] : await prepareApprovals(draft, router, context)
  const rollupFee = await fetchRollupFees(
    draft,
    [
      { data: transaction.data, gas: USUAL_GAS },
      ...approvals.map((one) => ({ data: one.transaction.data, gas: APPROVAL_GAS })),
    ],
    context,
  )
  const gasFee = (facts?.eip155 ?? gasPrice * USUAL_GAS) + gasPrice * APPROVAL_GAS * BigInt(approvals.length)
  const networkFee = rollupFee === undefined ? {} : { networkFee: gasFee + rollupFee }
  const prepared = { draft, ...quote, expected, ...networkFee, router, minimum, approvals, transaction }
  return { ...prepared, ...(await checkSwapOnChain(prepared, context)), preparedAt }
}

/**
 * The approvals to sign before the swap. None if the router's allowance suffices. If the token refuses to raise an
 * allowance, the allowance is revoked first.
 */
async function prepareApprovals(
  draft: SwapDraft,
  router: string,
  context: CommandContext,
): Promise<PreparedSwap['approvals']> {
  // Ask the node first: the provider may be some blocks behind, and request an approval that already exists.
  const allowance = (await readAllowance(draft, router, context)) ?? (await fetchAllowance(draft, context))
  if (allowance >= draft.amount) return []
  const transaction = checkApproval(await buildApproval(draft, context), draft, router)
  const approval = { amount: draft.amount, transaction }
  if (allowance === 0n || (await canRaise(draft, transaction, context))) return [approval]
  return [{ amount: 0n, transaction: encodeApproval(draft.from, router, 0n) }, approval]
}

/**
 * Whether the token allows an allowance to be raised, according to a simulation. False if the simulation does not show
 * it: the allowance is then revoked first, which every token accepts.
 */
async function canRaise(
  { account }: SwapDraft,
  { to, data }: PreparedSwap['transaction'],
  context: CommandContext,
): Promise<boolean> {
  const { caipNetworkId, address } = parseCaipAddress(account)
  const rpc = openRpc(context, caipNetworkId, context.signal)
  if (!rpc) return false
  try {
    await rpc('eth_call', [{ from: address, to, data }, 'latest'])
    return true
  } catch (error) {
    if (context.signal.aborted) throw error
    return false
  }
}

/** Further facts from the provider. They are only shown, and nothing relies on them. */
const builtFacts = v.object({
  /** Base units of the bought token. */
  amount: orAbsent(units),
  /** The fee, in wei. */
  eip155: orAbsent(
    v.pipe(
      v.object({ gas: units, gasPrice: units }),
      v.transform(({ gas, gasPrice }) => gas * gasPrice || undefined),
    ),
  ),
})
