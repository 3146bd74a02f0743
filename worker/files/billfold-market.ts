/** Prices, swaps, buying, names below the zone: what the provider is asked for. One file that imports nothing. */
import { registerDomain } from '../domain-registry.ts'
import { fetchOwnName, resolveProfileName } from '../profile/lookup.ts'
import { prepareName, registerName } from '../profile/register.ts'
import { fetchNameSuggestions } from '../profile/suggestions.ts'

export { ownUrl } from '../../src/core/own-url.ts'
export const domain = registerDomain('market', {
  nameSuggestions: fetchNameSuggestions,
  prepareName,
  registerName,
  fetchOwnName,
  resolveProfileName,
})
