/**
 * Lazy domain: all code that needs the Solana libraries. Makes, reads and checks transactions, and reads token accounts.
 */
import { registerDomain } from '../domain-registry.ts'
import { isSignedPayment, isSolanaPayment } from '../../payments/transfer/solana-payment.ts'
import { isPaid } from '../../payments/transfer/solana-paid.ts'
import { checkSolanaReceiver } from '../../payments/receivers/solana-receiver.ts'
import { readSignedSolana } from '../../payments/transfer/solana-signed.ts'
import { readSolanaSteps } from '../../payments/transfer/solana-steps.ts'
import { fetchMintFacts, fetchSolanaFee, prepareSolana } from '../../payments/transfer/solana-transfer.ts'
import { verifySolanaSignature } from '../../siwx/verify-solana.ts'

export { ownUrl } from '../../../src/core/base/own-url.ts'
export const domain = registerDomain('solana', {
  fetchMintFacts,
  fetchSolanaFee,
  isPaid,
  isSignedPayment,
  isSolanaPayment,
  checkSolanaReceiver,
  prepareSolana,
  readSignedSolana,
  readSolanaSteps,
  verifySolanaSignature,
})
export type SolanaDomain = typeof domain
