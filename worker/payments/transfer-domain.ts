/** Transfers: what is to be sent, and to whom. */
import { laterCommands } from '../calls/later-commands.ts'
import type { Domain } from '../context.ts'

export const transfers = {
  topics: {},
  commands: laterCommands('payments', [
    'findReceiver',
    'recentReceivers',
    'checkReceiver',
    'transferFee',
    'prepareTransfer',
  ]),
} satisfies Domain
