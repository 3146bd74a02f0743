/** What the button says. */
export const CONNECT = 'Connect wallet'
export const CONNECTING = 'Connecting…'
/** Pressed once more it tries again. */
export const NOT_LOADED = 'Couldn’t load. Try again'
export const RESTORING = 'Restoring your wallet'

/** What the button says of a connected account. The last five are read aloud: they say all that it shows. */
export const texts = {
  switchNetwork: 'Switch network',
  pending: { one: '{n} pending', other: '{n} pending' },
  named: '{name}, {short}',
  balance: '{who}, {balance}',
  sending: '{who}, {pending}',
  offline: '{who}, offline',
  lastKnown: '{who}, offline, last known balance {balance}',
} as const
