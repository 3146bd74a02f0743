/** Texts while a request is in a wallet, and for its outcome. */
import { catalogue } from '../../src/base/catalogue.ts'

export const texts = catalogue('waiting', {
  chains: 'Chains',
  which: 'Which accounts?',
  whichText:
    '{wallet} has accounts on several chains. Choose which to use on {site}. You can add others later.',
  both: 'Both',
  allThree: 'All three',
  asksTwice: '{wallet} will ask you twice',
  asksThrice: '{wallet} will ask you three times',
  step: '{chain}, {at} of {of}',
  goOn: 'Continue with {chain}',

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
  /** If several chains were requested, and one was declined. */
  declinedOne: 'No {chain} account was shared with {site}.',
  busy: '{wallet} has another request open',
  busyText: 'Answer that one in {wallet}, then come back and ask again.',
  failed: '{wallet} didn’t connect',
  noReason: 'It didn’t give a reason.',
  askAgain: 'Ask again',
  tryAgain: 'Try again',
  chooseAnother: 'Choose another wallet',
})
