/** Texts of the sign-in view. */
import { catalogue } from '../../src/base/catalogue.ts'

export const texts = catalogue('signIn', {
  title: 'Sign in to {site}',
  matches: 'Matches this site',
  account: 'Account',
  network: 'Network',
  valid: 'Valid',
  until: 'Until {time}',
  allows: 'Allows',
  signInOnly: 'Sign-in only',
  statement: 'Statement',
  message: 'Exact message',
  free: 'Signing is free. It moves no money and gives no permission to spend.',
  required: '{site} requires sign-in. If you cancel, {wallet} is disconnected.',
  cancel: 'Cancel',
  sign: 'Sign message',
  approveIn: 'Approve in {wallet}',
  confirming: 'Checking the signature',

  checking: 'Checking whether you’re signed in',
  preparing: 'Preparing the message',
  unknown: 'Couldn’t check whether you’re signed in',
  unknownText: 'You’re still connected. If you were signed in, you still are.',
  notAsked: 'You can’t sign in right now',
  missing: 'Part of Billfold didn’t load. Try reloading the page.',
  tryAgain: 'Try again',
  disconnect: 'Disconnect {wallet}',
  notNow: 'Not now',
})
