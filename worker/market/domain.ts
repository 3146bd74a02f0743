/** The domain of prices, swaps and purchases. */
import type { Domain } from '../base/context.ts'
import { onRampOptions, onRampPurchases, onRampQuote, onRampUrl } from './onramp/onramp.ts'
import { tokenBalance } from './onramp/token-balance.ts'
import type * as Check from './swap/check-swap.ts'
import type * as Swap from './swap/prepare-swap.ts'
import { swapQuote } from './swap/quote.ts'
import { swapTokens } from './swap/swap-tokens.ts'
import { prices as fetchPrices } from './prices.ts'

export const prices = {
  topics: {},
  commands: {
    prices: fetchPrices,
    onRampOptions,
    onRampQuote,
    onRampUrl,
    onRampPurchases,
    tokenBalance,
    swapTokens,
    swapQuote,
    prepareSwap: async (draft, context) =>
      (await context.load<typeof Swap>('evm')).prepareSwap(draft, context),
    readSwap: async ({ transaction, payment }, { load, clock, config }) => {
      const { isSwapPayment } = await load<typeof Check>('evm')
      return { transaction, isPayment: isSwapPayment(payment, transaction, clock.now(), config.networks) }
    },
  },
} satisfies Domain
