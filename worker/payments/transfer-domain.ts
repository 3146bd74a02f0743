/** Transfers: what is to be sent, and to whom. */
import type { Domain } from '../context.ts'
import { checkReceiver, prepareTransfer, transferFee } from './prepare-transfer.ts'
import { findReceiver, recentReceivers } from './receivers.ts'

export const transfers = {
  topics: {},
  commands: { findReceiver, recentReceivers, checkReceiver, transferFee, prepareTransfer },
} satisfies Domain
