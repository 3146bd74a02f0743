/** The swap form for pages that draw it themselves: the modal's own form, plus balances and quotes. */
import { computed, effect, untracked } from '@preact/signals-core'
import { BillfoldError, type ErrorRecord } from '../core/base/errors.ts'
import { type CaipAddress, parseCaipAddress } from '../core/chains/caip.ts'
import { findSwapNetwork } from '../core/chains/swap-networks.ts'
import {
  getMinimumReceived,
  getMaxToSwap,
  isSameSwap,
  type SwapCheck,
  type SwapFunds,
  type SwapProblem,
  type SwapQuote,
  type SwapToken,
  type SwapTokens,
  toSwapFee,
} from '../core/payments/swap.ts'
import { type AmountFault, formatTypedAmount } from '../core/payments/typed-amount.ts'
import { getLocale } from '../base/locale.ts'
import type { Shell } from '../shell/shell.ts'
import { getFormAccount } from './form-store.ts'
import { createHeldTokens } from './held-tokens.ts'
import { createAccountMissing } from './page-errors.ts'
import { createFeeEstimate } from './fee-estimate.ts'
import { checkForm, chooseToken, enterAmount, flip, getForm } from './swap-form.ts'
import { readSwapFunds, toSwapId } from './swap-funds.ts'
import { createQuotes } from './swap-quotes.ts'
import { when } from '../base/when.ts'

/** The entered values and their quote for the active account. */
export interface SwapState {
  /** The swapping account as CAIP-10 id, which includes the network. Undefined while no wallet is connected. */
  account: CaipAddress | undefined
  /** The sold token (`from`) and the bought token (`to`). Undefined if none is chosen. */
  from: SwapToken | undefined
  to: SwapToken | undefined
  /** The sold amount, as typed. */
  fromAmount: string
  /** The sold amount in base units of `from`. Undefined while it is empty or invalid. */
  amount: bigint | undefined
  /** Why the amount is invalid. Absent if it is valid. */
  amountFault?: AmountFault
  /** The largest amount that leaves enough for the fee. Base units of `from`; undefined while unknown. */
  maxAmount: bigint | undefined
  /** The current quote. Undefined while it is loading, and if its price is too old. */
  quote: SwapQuote | undefined
  /** The minimum that the account receives, in base units of `to`. Undefined without a quote. */
  minimum: bigint | undefined
  /** Why the quote failed to load. Absent if it did not fail. */
  error?: ErrorRecord
  /** The first thing that is missing or invalid. Undefined if the swap can be prepared. */
  problem: SwapProblem | 'network_unsupported' | undefined
  /** True while a quote or the balances are loading. */
  loading: boolean
}

export interface SwapEntry {
  /** A token from `findTokens`, or its `token` (CAIP-10). Choosing the token of the other side exchanges the two. */
  from?: Pick<SwapToken, 'token'> | CaipAddress
  to?: Pick<SwapToken, 'token'> | CaipAddress
  /** The sold amount: as text in the page's language, or in base units of `from`. */
  amount?: string | bigint
}

export function createPageSwapForm(shell: Shell) {
  const form = getForm(shell)
  const locale = getLocale(shell)
  const account = computed(() => getFormAccount(shell, form.value))
  const held = createHeldTokens(shell, account)
  const fee = createFeeEstimate(shell, account)
  const quotes = createQuotes(shell.call)
  /**
   * Tokens that `findTokens` has returned, by CAIP-10 id. The page passes only ids, since decimals from the page are
   * not trusted.
   */
  const found = new Map<CaipAddress, SwapToken>()

  function getFunds(plain = fee.get()): SwapFunds {
    const of = account.value
    if (!of) return {}
    const { status, tokens } = held.value
    const known = readSwapFunds(status === 'known' ? tokens : undefined, of, form.value.from)
    return { ...known, fee: plain && toSwapFee(plain) }
  }

  function check(): SwapCheck | undefined {
    return account.value ? checkForm(shell, form.value, getFunds()) : undefined
  }

  const draft = computed(() => check()?.draft)
  /** The quote of the current entry. */
  const quote = computed(() => {
    const now = draft.value
    const state = quotes.state.value
    return now && state.status !== 'none' && isSameSwap(now, state.draft) ? state : undefined
  })

  function read() {
    const of = account.value
    const now = check()
    const { from, to, amountText } = form.value
    const price = quote.value
    const known = price?.status === 'known' ? price.quote : undefined
    const isServed = of && findSwapNetwork(parseCaipAddress(of).caipNetworkId, shell.networks)
    return {
      account: of,
      from: of && from,
      to: of && to,
      fromAmount: of ? amountText : '',
      amount: from && now?.amount.status === 'read' ? now.amount.amount : undefined,
      ...(now?.amount.status === 'wrong' && { amountFault: now.amount.fault }),
      maxAmount: of && from ? getMaxToSwap(from, getFunds()) : undefined,
      quote: known,
      minimum: known && getMinimumReceived(known.expected),
      ...(price?.status === 'failed' && { error: price.error }),
      problem:
        of && !isServed ? ('network_unsupported' as const) : now ? now.problem : ('token_missing' as const),
      loading:
        of !== undefined &&
        (held.value.status === 'loading' || (!!draft.value && (!price || price.status === 'asking'))),
    } satisfies SwapState
  }

  function watch(): () => void {
    const stops = [
      fee.watch(() => check()?.problem === 'fee_insufficient'),
      effect(() => {
        const now = draft.value
        untracked(() => quotes.follow(now))
      }),
    ]
    return () => {
      for (const stop of stops) stop()
      quotes.stop()
    }
  }

  let stopWatching = () => {}
  const state = computed<SwapState>(read, {
    watched: () => void (stopWatching = untracked(watch)),
    unwatched: () => stopWatching(),
  })

  /** @throws options_invalid */
  function toToken(given: Pick<SwapToken, 'token'> | CaipAddress): SwapToken {
    const id = typeof given === 'string' ? given : given?.token
    const { from, to } = form.peek()
    const token = found.get(id) ?? [from, to].find((one) => one?.token === id)
    if (token) return token
    throw new BillfoldError(
      'options_invalid',
      `findTokens() has not found the token ${String(id)} on this network.`,
    )
  }

  return {
    state,
    draft,
    /** Whether the balances are loaded or have failed to load. */
    isSettled: () => held.value.status !== 'loading',

    async findTokens(words = ''): Promise<SwapTokens> {
      const of = account.peek()
      if (!of) throw createAccountMissing()
      const { caipNetworkId } = parseCaipAddress(of)
      const stop = held.subscribe(() => {})
      await when(() => held.value.status !== 'loading' || account.value !== of)
      const rows = held.peek().tokens.filter(({ group }) => group === 'main')
      stop()
      const tokens = await shell.call('swapTokens', {
        caipNetworkId,
        words,
        held: rows.flatMap((row) => toSwapId(row, caipNetworkId) ?? []),
      })
      for (const one of [tokens.suggested, tokens.held, tokens.popular, tokens.others].flat())
        found.set(one.token, one)
      return tokens
    },

    update({ from, to, amount }: SwapEntry): void {
      const of = account.peek()
      if (!of) throw createAccountMissing()
      if (amount !== undefined && typeof amount !== 'string' && (typeof amount !== 'bigint' || amount < 0n))
        throw new BillfoldError(
          'options_invalid',
          '`amount` must be the text as typed, or base units as a non-negative bigint.',
        )
      const chosen = (
        [
          ['from', from],
          ['to', to],
        ] as const
      ).flatMap(([side, given]) => (given === undefined ? [] : [[side, toToken(given)] as const]))
      const { caipNetworkId } = parseCaipAddress(of)
      const isElsewhere = ({ token }: SwapToken) => parseCaipAddress(token).caipNetworkId !== caipNetworkId
      if (chosen.some(([, token]) => isElsewhere(token)))
        throw new BillfoldError('options_invalid', 'This token is on another network than the account.')
      for (const [side, token] of chosen)
        if (form.peek()[side]?.token !== token.token) chooseToken(shell, side, token)
      if (typeof amount === 'string') enterAmount(shell, amount)
      const paid = form.peek().from
      if (typeof amount !== 'bigint') return
      if (!paid)
        throw new BillfoldError(
          'options_invalid',
          'Choose `from` before you pass an amount in its base units.',
        )
      enterAmount(shell, formatTypedAmount(amount, paid.decimals, locale))
    },

    flip(): void {
      const { to } = form.peek()
      const expected = state.peek().quote?.expected
      flip(shell, to && expected !== undefined ? formatTypedAmount(expected, to.decimals, locale) : '')
    },
  }
}
