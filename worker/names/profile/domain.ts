/** The domain of names in the provider's zone. */
import type { Domain } from '../../base/context.ts'
import { prepareName, registerName } from './register.ts'
import { fetchNameSuggestions } from './suggestions.ts'

export const profile = {
  topics: {},
  commands: { nameSuggestions: fetchNameSuggestions, prepareName, registerName },
} satisfies Domain
