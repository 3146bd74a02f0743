/** Prices, swaps and buying. */
import { laterCommands } from '../calls/later-commands.ts'
import type { Domain } from '../context.ts'

export const prices = {
  topics: {},
  commands: laterCommands('market', [
    'prices',
    'onRampOptions',
    'onRampQuote',
    'onRampUrl',
    'onRampPurchases',
    'tokenBalance',
    'swapTokens',
    'swapQuote',
    'prepareSwap',
  ]),
} satisfies Domain
