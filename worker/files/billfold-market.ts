/** Prices, swaps, buying: what the provider is asked for. One file that imports nothing. */
import { registerDomain } from '../domain-registry.ts'
import { onRampOptions, onRampPurchases, onRampQuote, onRampUrl } from '../onramp/onramp.ts'
import { tokenBalance } from '../onramp/token-balance.ts'
import { prices } from '../prices/prices.ts'

export { ownUrl } from '../../src/core/own-url.ts'
export const domain = registerDomain('market', {
  onRampOptions,
  onRampPurchases,
  onRampQuote,
  onRampUrl,
  prices,
  tokenBalance,
})
