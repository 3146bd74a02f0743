/** Texts of the shared components. */
import { catalogue } from '../../src/base/catalogue.ts'

export const texts = catalogue('common', {
  /** By the kind of text that is copied. */
  copy: {
    address: { label: 'Copy address', done: 'Address copied', failed: 'Couldn’t copy the address' },
    balance: { label: 'Copy balance', done: 'Balance copied', failed: 'Couldn’t copy the balance' },
    contract: {
      label: 'Copy contract address',
      done: 'Contract address copied',
      failed: 'Couldn’t copy the contract address',
    },
    link: { label: 'Copy link', done: 'Link copied', failed: 'Couldn’t copy the link' },
    tokenId: { label: 'Copy token ID', done: 'Token ID copied', failed: 'Couldn’t copy the token ID' },
    hash: {
      label: 'Copy transaction hash',
      done: 'Transaction hash copied',
      failed: 'Couldn’t copy the transaction hash',
    },
  },
  copied: 'Copied',
  clear: 'Clear',
  copyForbidden: 'Your browser doesn’t allow copying on this site.',
  nextTry: 'Next try in {n} s',
  trying: 'Trying now…',
  tryAgain: 'Try again',
  notServed: 'This network isn’t supported',
  notServedText: 'Your tokens there are safe, but can’t be shown here.',
  noAnswer: 'No answer yet',
  stillTrying: 'Still trying.',
  rowsUnreadable: 'Some items couldn’t be loaded.',
})
