/** What the reviews of a transfer and of a swap say alike. */
/** Why it was not sent. */
export const failures = {
  wallet_declined: 'You declined in {wallet}. Nothing was sent.',
  wallet_busy: '{wallet} has another request open. Answer it there, then try again. Nothing was sent.',
  wallet_failed: '{wallet} refused it. Nothing was sent.',
  account_changed: 'The account or the network has changed since this was shown. Nothing was sent.',
  account_missing: 'The account is not connected any more. Nothing was sent.',
  payment_changed: 'What was shown has changed or expired since. Nothing was sent. Check it once more.',
  call_unsupported: '{wallet} cannot send this. Nothing was sent.',
  code_missing: 'A part of Billfold could not be fetched. Nothing was sent.',
} as const

export const texts = {
  void: 'This is not what you entered any more',
  backToForm: 'Back to the form',
  walletSays: '{wallet} says: {words}',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  checkAgain: 'Check again',
  simulated: 'passed',
  simulationReason: 'It says: {reason}',
  shortage: {
    funds: 'The network says that you hold less than this.',
    fee: 'There is too little {token} for the network fee.',
  },
  notSent: 'Nothing was sent.',
  notSentAgain: 'It was not sent again',
  notThere: 'I looked, it was not sent',
  toAccount: 'To the account',
  feeUncovered: 'There is too little {token} for the network fee',
  feeUncoveredText: 'This account or its wallet may let somebody else pay it. Your wallet shows who does.',
} as const
