/** Of waiting for a wallet, and of how it ended. */
export const texts = {
  chains: 'Chains',
  which: 'Which accounts?',
  whichText:
    '{wallet} has accounts on more than one chain. Choose one for {site}. You can add another later.',
  both: 'Both',
  allThree: 'All three',
  asksTwice: '{wallet} asks you twice',
  asksThrice: '{wallet} asks you three times',
  step: '{chain}, {at} of {of}',
  goOn: 'Go on with {chain}',

  wallet: 'Wallet',
  approveIn: 'Approve in {wallet}',
  checkDomain: '{wallet} opened a window. Check that it shows {domain} before you approve.',
  stillWaiting: 'Still waiting for {wallet}',
  openOrCancel: 'Open it or cancel.',
  waitingSeconds: 'Waiting for {seconds} s',
  waitingMinutes: 'Waiting for {minutes} min {seconds} s',
  cancel: 'Cancel',

  declined: 'You declined in {wallet}',
  declinedText: 'Nothing was shared with {site}. You can ask again or pick another wallet.',
  /** One of several that were asked for. */
  declinedOne: 'No {chain} account was shared with {site}.',
  busy: 'A request is already open in {wallet}',
  busyText: 'Open {wallet} and answer it there, then come back and ask again.',
  failed: '{wallet} did not connect',
  noReason: 'It gave no reason.',
  askAgain: 'Ask again',
  tryAgain: 'Try again',
  chooseAnother: 'Choose another wallet',
} as const
