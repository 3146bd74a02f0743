/** Prices, swaps, buying, names below the zone: what the provider is asked for. One file that imports nothing. */
import { registerDomain } from '../domain-registry.ts'
import { onRampOptions, onRampPurchases, onRampQuote, onRampUrl } from '../onramp/onramp.ts'
import { tokenBalance } from '../onramp/token-balance.ts'
import { prices } from '../prices/prices.ts'
import { fetchOwnName, resolveProfileName } from '../profile/lookup.ts'
import { prepareName, registerName } from '../profile/register.ts'
import { fetchNameSuggestions } from '../profile/suggestions.ts'
import { prepareSwap, swapQuote } from '../swap/swap.ts'
import { swapTokens } from '../swap/swap-tokens.ts'

export { ownUrl } from '../../src/core/own-url.ts'
export const domain = registerDomain('market', {
  onRampOptions,
  onRampPurchases,
  onRampQuote,
  onRampUrl,
  prepareSwap,
  prices,
  swapQuote,
  swapTokens,
  tokenBalance,
  nameSuggestions: fetchNameSuggestions,
  prepareName,
  registerName,
  fetchOwnName,
  resolveProfileName,
})
