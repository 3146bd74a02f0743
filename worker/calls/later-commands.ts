/** Commands whose code comes with the first of them: the file of their domain exports each under its name. */
import type { CommandName, LazyDomain } from '../../src/core/protocol.ts'
import type { CommandHandler, CommandTable } from '../context.ts'

export function laterCommands<const Name extends CommandName>(
  domain: LazyDomain,
  names: readonly Name[],
): Pick<CommandTable, Name> {
  const load = (name: Name): CommandHandler<Name> => {
    return async (input, context) => (await context.load<CommandTable>(domain))[name](input, context)
  }
  return Object.fromEntries(names.map((name) => [name, load(name)])) as Pick<CommandTable, Name>
}
