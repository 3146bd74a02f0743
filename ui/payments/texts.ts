/** Of what was sent. */
export const texts = {
  sending: 'Sending {amount}',
  approving: 'Approving {amount}',
  swapping: 'Swapping {amount}',
  sent: 'Sent payments',
  status: {
    pending: 'On its way',
    late: 'Submitted, not yet confirmed',
    confirmed: 'Confirmed',
    failed: 'Not sent: the network has undone it',
    replaced: 'Replaced by another transaction',
    expired: 'Not sent: it has expired',
  },
  text: {
    pending: 'The network has it. It is confirmed in a moment.',
    late: 'The network is slow today. Your transfer is on its way. Do not send it again.',
    confirmed: 'The network has confirmed it.',
    failed: 'The amount is still yours; only the fee was paid.',
    replaced: 'Another transaction of this account took its place. Look in your wallet which one.',
    expired: 'It can no longer go through. The amount is still yours.',
  },
  /** Of what was sent to somebody, once it is confirmed. */
  arrived: 'Sent',
  amount: 'Amount',
  signed: 'Signed',
  to: 'To',
  /** What stands at `to`. */
  receivers: { send: 'To', approve: 'May spend it', swap: 'Swapped by' },
  hash: 'Hash',
  checking: 'We check every 30 s, also after you close this window.',
  explorer: 'Explorer',
  done: 'Done',
  gone: 'This payment is kept no more.',
} as const
