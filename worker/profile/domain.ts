/** Names below the zone of the provider. The code comes with the first use. */
import type { CommandContext, CommandHandler, Domain } from '../context.ts'
import type * as Register from './register.ts'
import type { fetchNameSuggestions } from './suggestions.ts'

type Commands = Pick<typeof Register, 'prepareName' | 'registerName'> & {
  nameSuggestions: typeof fetchNameSuggestions
}

export const profile = {
  topics: {},
  commands: {
    nameSuggestions: later('nameSuggestions'),
    prepareName: later('prepareName'),
    registerName: later('registerName'),
  },
} satisfies Domain

function later<C extends keyof Commands>(command: C): CommandHandler<C> {
  return async (input, context: CommandContext) =>
    ((await context.load<Commands>('market'))[command] as CommandHandler<C>)(input, context)
}
