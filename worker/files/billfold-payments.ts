/** Payments: what goes to the wallet, and what becomes of it. One file that imports nothing. */
import { registerDomain } from '../domain-registry.ts'
import { checkReceiver, prepareTransfer, transferFee } from '../payments/prepare-transfer.ts'
import { createSentSource, forgetAsked, rememberAsked, rememberSent } from '../payments/sent.ts'
import { findReceiver, recentReceivers } from '../payments/receivers.ts'

export { ownUrl } from '../../src/core/own-url.ts'
export const domain = registerDomain('payments', {
  findReceiver,
  recentReceivers,
  checkReceiver,
  transferFee,
  prepareTransfer,
  createSentSource,
  rememberSent,
  rememberAsked,
  forgetAsked,
})
