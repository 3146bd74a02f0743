/** Reading of Bitcoin's transactions. */
import { laterCommands } from '../calls/later-commands.ts'
import type { Domain } from '../context.ts'

export const bitcoin = {
  topics: {},
  commands: laterCommands('bitcoin', ['readPsbt']),
} satisfies Domain
