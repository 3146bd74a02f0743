/** Commands for transfers: prepare a transfer, check its receiver, read its fee. */
import type { Domain } from '../../base/context.ts'
import type { SolanaDomain } from '../../main/files/billfold-solana.ts'
import { checkReceiver, prepareTransfer, transferFee } from './prepare-transfer.ts'
import { tokenFacts } from './token-facts.ts'
import { sendSolana } from './send-solana.ts'
import { findReceiver, recentReceivers } from '../receivers/receivers.ts'

export const transfers = {
  topics: {},
  commands: {
    findReceiver,
    recentReceivers,
    checkReceiver,
    tokenFacts,
    transferFee,
    prepareTransfer,
    async readSolana({ transaction, payment }, { load }) {
      const { readSolanaSteps, isSolanaPayment } = await load<SolanaDomain>('solana')
      const isPayment = payment !== undefined && isSolanaPayment(payment, transaction)
      return { transaction, steps: readSolanaSteps(transaction), isPayment }
    },
    sendSolana,
    readSignedSolana: async (input, { load }) => (await load<SolanaDomain>('solana')).readSignedSolana(input),
  },
} satisfies Domain
