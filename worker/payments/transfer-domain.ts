/** Transfers: what is to be sent, and to whom. The code comes with the first. */
import type { CommandName } from '../../src/core/protocol.ts'
import type { CommandHandler, Domain } from '../context.ts'
import type * as Prepare from './prepare-transfer.ts'
import type * as Receivers from './receivers.ts'

export const transfers = {
  topics: {},
  commands: {
    findReceiver: load('findReceiver'),
    recentReceivers: load('recentReceivers'),
    checkReceiver: load('checkReceiver'),
    transferFee: load('transferFee'),
    prepareTransfer: load('prepareTransfer'),
  },
} satisfies Domain

type TransferCode = typeof Receivers & typeof Prepare

function load<C extends CommandName & keyof TransferCode>(command: C): CommandHandler<C> {
  return async (input, context) =>
    ((await context.load<TransferCode>('payments'))[command] as unknown as CommandHandler<C>)(input, context)
}
