/** Texts for the reviews of transfers, swaps and spending caps. */
import { catalogue } from '../../src/base/catalogue.ts'

/** Why nothing was sent, by error code. */
export const failures = catalogue('paymentFailures', {
  wallet_declined: 'You declined in {wallet}. Nothing was sent.',
  wallet_busy: '{wallet} has another request open, so nothing was sent. Answer that one, then try again.',
  wallet_failed: '{wallet} refused the request. Nothing was sent.',
  account_changed: 'The account or network has changed. Nothing was sent.',
  account_missing: 'The account is no longer connected. Nothing was sent.',
  payment_changed: 'The details changed or expired, so nothing was sent. Review it again.',
  call_unsupported: '{wallet} can’t send this. Nothing was sent.',
  code_missing: 'Part of Billfold didn’t load. Nothing was sent.',
})

export const texts = catalogue('reviews', {
  void: 'This review is out of date',
  voidText: 'The account, network or form has changed.',
  backToForm: 'Back to form',
  walletSays: '{wallet} says: {words}',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  checkAgain: 'Check again',
  networkFee: 'Network fee',
  feeMost: 'up to {fee}',
  feeUnknown: 'Shown in your wallet',
  simulation: 'Simulation',
  notSimulated: 'Not available',
  simulated: 'Passed',
  simulationReason: 'Reason: {reason}',
  shortage: {
    funds: 'The network reports that you have less than this.',
    fee: 'Not enough {token} for the network fee.',
  },
  notSent: 'Nothing was sent.',
  notSentAgain: 'Not sent again',
  notThere: 'I checked, it wasn’t sent',
  toAccount: 'Go to account',
  feeUncovered: 'Not enough {token} for the network fee',
  feeUncoveredText: 'Your wallet may let someone else pay it. Check there who pays.',
})
