/** Texts of the button. */
import { catalogue } from '../base/catalogue.ts'

export const texts = catalogue('button', {
  connect: 'Connect wallet',
  connecting: 'Connecting…',
  /** Pressing the button again retries. */
  notLoaded: 'Couldn’t load. Try again',
  restoring: 'Reconnecting your wallet',
  // Texts of a connected account. The last five are accessible names, which repeat all that the button shows.
  switchNetwork: 'Switch network',
  pending: { one: '{n} pending', other: '{n} pending' },
  named: '{name}, {short}',
  balance: '{who}, {balance}',
  sending: '{who}, {pending}',
  offline: '{who}, offline',
  lastKnown: '{who}, offline, last known balance {balance}',
})
