/** Prices, swaps and buying. */
import type { Domain } from '../context.ts'
import { onRampOptions, onRampPurchases, onRampQuote, onRampUrl } from '../onramp/onramp.ts'
import { tokenBalance } from '../onramp/token-balance.ts'
import { prepareSwap, swapQuote } from '../swap/swap.ts'
import { swapTokens } from '../swap/swap-tokens.ts'
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
    prepareSwap,
  },
} satisfies Domain
