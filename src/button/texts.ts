/** What the button says. */
import { catalogue } from '../base/catalogue.ts'

export const texts = catalogue('button', {
  connect: 'Connect wallet',
  connecting: 'Connecting…',
  /** Pressed once more it tries again. */
  notLoaded: 'Couldn’t load. Try again',
  restoring: 'Reconnecting your wallet',
  // Of a connected account. The last five are read aloud: they say all that it shows.
  switchNetwork: 'Switch network',
  pending: { one: '{n} pending', other: '{n} pending' },
  named: '{name}, {short}',
  balance: '{who}, {balance}',
  sending: '{who}, {pending}',
  offline: '{who}, offline',
  lastKnown: '{who}, offline, last known balance {balance}',
})
