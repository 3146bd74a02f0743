/** Of connecting a wallet. */
export const texts = {
  title: 'Connect to {site}',
  wallet: 'Wallet',
  wallets: 'Wallets',
  installed: 'Installed',
  saysItIs: 'Says that it is {wallet}, another wallet on this page',
  looksLike: 'Looks like {wallet}, another wallet on this page',
  forget: 'Forget {wallet} on this device',
  acceptDocument: 'By connecting you accept {site}’s {document}.',
  acceptBoth: 'By connecting you accept {site}’s {terms} and {privacy}.',
  terms: 'terms',
  privacy: 'privacy policy',
  wordmark: 'Billfold',

  noWallet: 'No wallet found in this browser',
  noWalletText:
    '{site} asked for wallets that are installed here, and none answered. If you have just installed one, reload this page. On a phone, open this page in your wallet’s own browser.',
  reload: 'Reload this page',
  copyLink: 'Copy link to this page',

  approveIn: 'Approve in {wallet}',
  checkDomain: '{wallet} opened a window. Check that it shows {domain} before you approve.',
  stillWaiting: 'Still waiting for {wallet}',
  openOrCancel: 'Open it or cancel.',
  waitingSeconds: 'Waiting for {seconds} s',
  waitingMinutes: 'Waiting for {minutes} min {seconds} s',
  cancel: 'Cancel',

  declined: 'You declined in {wallet}',
  declinedText: 'Nothing was shared with {site}. You can ask again or pick another wallet.',
  busy: 'A request is already open in {wallet}',
  busyText: 'Open {wallet} and answer it there, then come back and ask again.',
  failed: '{wallet} did not connect',
  noReason: 'It gave no reason.',
  askAgain: 'Ask again',
  tryAgain: 'Try again',
  chooseAnother: 'Choose another wallet',
} as const
