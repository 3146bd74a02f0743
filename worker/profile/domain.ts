/** Names below the zone of the provider. */
import { laterCommands } from '../calls/later-commands.ts'
import type { Domain } from '../context.ts'

export const profile = {
  topics: {},
  commands: laterCommands('market', ['nameSuggestions', 'prepareName', 'registerName']),
} satisfies Domain
