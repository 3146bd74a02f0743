/**
 * Swaps for pages that draw their own form and review. The entered values are shared with the modal's form. Quotes load
 * while the state has subscribers.
 */
import { BillfoldError } from '../core/base/errors.ts'
import type { CaipAddress } from '../core/chains/caip.ts'
import { findSwapNetwork } from '../core/chains/swap-networks.ts'
import {
  isSameSwap,
  needsConsent,
  type PreparedSwap,
  QUOTE_LIFE,
  type SwapDraft,
  type SwapTokens,
} from '../core/payments/swap.ts'
import type { Readable } from '../base/readable.ts'
import { when } from '../base/when.ts'
import type { Shell } from '../shell/shell.ts'
import { createSwap, type Swap as SwapMachine } from './create-swap.ts'
import { createAccountChanged, createAccountMissing } from './page-errors.ts'
import { createPageReview, type PageReview, type PageReviewState } from './page-review.ts'
import { createPageSwapForm, type SwapEntry, type SwapState } from './page-swap-form.ts'
import { createPriceImpact, IMPACT_LIFE } from './price-impact.ts'
import { resetForm } from './swap-form.ts'

export type SwapReview = PageReviewState<PreparedSwap, { approved: number }>

export interface PageSwap extends PageReview<PreparedSwap, { approved: number }> {
  /** The form. Quotes, balances and the fee load while it has subscribers. */
  readonly state: Readable<SwapState>
  /**
   * Finds tokens that can be swapped on the account's network.
   * @param words part of a name or symbol, or a full address. Default: all tokens
   * @throws account_missing; the error of the request
   */
  findTokens(words?: string): Promise<SwapTokens>
  /**
   * Changes the given fields. Ends a review that no longer matches the form.
   * @throws account_missing; options_invalid for an invalid amount, or for a token that `findTokens` has not returned
   */
  update(entry: SwapEntry): void
  /** Exchanges the sold and the bought token. */
  flip(): void
  /**
   * Fetches the transaction from the provider and checks it. `review` shows the result. Nothing is signed. Each
   * approval before the swap is a separate step: when it is confirmed, `review` shows the next step.
   * @throws transfer_incomplete (context: problem, as in `state`), account_missing, network_missing, swap_unsupported,
   * swap_no_quote, swap_refused (context: reason), account_changed, payment_changed (the form was changed meanwhile)
   */
  prepare(): Promise<SwapReview>
}

/** Call once per shell. */
export function createPageSwap(shell: Shell): PageSwap {
  const { state, draft, isSettled, ...form } = createPageSwapForm(shell)
  const prices = createPriceImpact(shell.call)

  const { prepare: show, ...review } = createPageReview<
    SwapDraft,
    PreparedSwap,
    { approved: number },
    SwapMachine
  >({
    shell,
    changed: 'minimum_lowered',
    refused: 'swap_refused',
    isCurrent: ({ draft: reviewed }) => isSameSwap(reviewed, draft.value),
    findDoubts(prepared) {
      if (!prices.isKnown(prepared)) return undefined
      const impact = prices.get(prepared)
      return needsConsent(impact) ? [{ code: 'price_impact', impact }] : []
    },
    getReceiver: () => '',
    getAmounts(prepared) {
      const impact = prices.get(prepared)
      return {
        sends: prepared.draft.amount,
        arrives: prepared.minimum,
        ...(impact !== undefined && { impact }),
      }
    },
    getExpiry: ({ preparedAt }) => preparedAt + QUOTE_LIFE,
    confirm: (made, prepared, isLookedFor) => made.sign(prepared, draft.peek(), isLookedFor),
    watch({ draft: reviewed }) {
      const timer = setInterval(() => void prices.read(reviewed), IMPACT_LIFE)
      return () => clearInterval(timer)
    },
  })

  async function prepare(): Promise<SwapReview> {
    const top = getSwapper(shell)
    review.cancel()
    const stop = state.subscribe(() => {})
    try {
      await when(() => state.value.account !== top || isSettled())
      const entered = draft.peek()
      const { account, problem } = state.peek()
      if (account !== top) throw createAccountChanged()
      if (problem || !entered) throw createIncomplete(problem ?? 'token_missing')
      const made = createSwap(entered, {
        shell,
        onSent(one) {
          resetForm(shell, one.draft)
          shell
            .call('refresh', { topic: 'portfolio', params: { account: one.draft.account } })
            .catch(() => {})
        },
      })
      return await show(made, prices.read(entered))
    } finally {
      stop()
    }
  }

  return {
    state,
    ...review,
    ...form,
    prepare,
    async confirm(shown, options) {
      // Refresh the prices first: the required consent depends on the current price impact.
      if (shown && 'prepared' in shown) await prices.renew(shown.prepared.draft)
      return review.confirm(shown, options)
    },
  }
}

/** The active account, if its network has swaps. @throws account_missing, network_missing, swap_unsupported */
function getSwapper(shell: Shell): CaipAddress {
  const top = shell.account.peek()
  if (top.status !== 'connected') throw createAccountMissing()
  if (!top.network)
    throw new BillfoldError('network_missing', 'The account’s network is not among this page’s networks.')
  if (!findSwapNetwork(top.caipNetworkId, [top.network]))
    throw new BillfoldError('swap_unsupported', 'Network not supported for Swaps')
  return top.caipAddress
}

function createIncomplete(problem: string): BillfoldError {
  return new BillfoldError('transfer_incomplete', `This cannot be swapped yet: ${problem}. See \`state\`.`, {
    context: { problem },
  })
}
