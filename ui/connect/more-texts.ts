/** Texts for wallets that are not installed, and for remembered accounts. */
export const texts = {
  allWallets: 'All wallets',
  unreadable: 'More wallets could not be read.',
  tryAgain: 'Try again',
  forget: 'Forget {wallet} on this device',

  consentBoth: 'I accept {site}’s {terms} and {privacy}.',
  consentDocument: 'I accept {site}’s {document}.',

  noWallet: 'No wallet found in this browser',
  noWalletOf: 'No {chain} wallet found in this browser',
  noWalletText:
    '{site} asked for wallets that are installed here, and none answered. If you have just installed one, reload this page. On a phone, open this page in your wallet’s own browser.',
  reload: 'Reload this page',
  copyLink: 'Copy link to this page',
} as const
