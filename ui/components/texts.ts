/** Of what every view is made of. */
export const texts = {
  /** By what is copied. */
  copy: {
    Address: { label: 'Copy address', done: 'Address copied', failed: 'Address was not copied' },
    Balance: { label: 'Copy balance', done: 'Balance copied', failed: 'Balance was not copied' },
    Contract: {
      label: 'Copy contract address',
      done: 'Contract address copied',
      failed: 'Contract address was not copied',
    },
    Link: { label: 'Copy link', done: 'Link copied', failed: 'Link was not copied' },
    'Token id': { label: 'Copy token id', done: 'Token id copied', failed: 'Token id was not copied' },
    'Transaction hash': {
      label: 'Copy transaction hash',
      done: 'Transaction hash copied',
      failed: 'Transaction hash was not copied',
    },
  },
  clear: 'Clear',
  copyForbidden: 'The browser forbids it on this page.',
  nextTry: 'Next try in {n} s',
  trying: 'Trying now',
  tryAgain: 'Try again',
  notServed: 'This network is not served',
  notServedText: 'Your tokens there are safe, but they cannot be read here.',
  noAnswer: 'No answer yet',
  stillTrying: 'Still trying.',
  rowsUnreadable: 'Some rows could not be read.',
} as const
