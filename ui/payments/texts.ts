/** Of what was sent. */
import type { SentKind, SentStatus } from '../../src/core/payments/sent.ts'

export const texts = {
  sending: 'Sending {amount}',
  approving: 'Approving {amount}',
  swapping: 'Swapping {amount}',
  /** Whatever became of it. */
  titles: { send: 'Payment of {amount}', approve: 'Spending cap of {amount}', swap: 'Swap of {amount}' },
  sent: 'Sent payments',
  status: {
    pending: 'On its way',
    late: 'Submitted, not yet confirmed',
    dropped: 'Dropped by the network, not yet confirmed',
    cosigning: 'Waiting for other signers',
    queued: 'Waiting to be carried out',
    confirmed: 'Confirmed',
    mismatched: 'Mined, but not as reviewed',
    uncompared: 'Mined, but not compared',
    failed: 'Not sent: the network has undone it',
    renewed: 'Sent again with another fee',
    cancelled: 'Cancelled in your wallet',
    replaced: 'Replaced by another transaction',
    expired: 'Not sent: it has expired',
    lost: 'Nothing is heard of it any more',
  },
  text: {
    pending: 'The network has it. It is confirmed in a moment.',
    late: 'The network is slow today. It is on its way. Do not sign it again.',
    cosigning: 'Your wallet has proposed it. It is carried out once enough of the other signers agree.',
    queued:
      'Your wallet has taken it, and no transaction has carried it out yet. Look in your wallet before you send it again.',
    confirmed: 'The network has confirmed it.',
    mismatched:
      'A transaction was mined, but what you reviewed did not happen in it, or not all of it. Look at it in the explorer before you send it again.',
    uncompared:
      'A transaction was mined, but the network’s node does not tell whether it did what you reviewed. Look at it in the explorer before you send it again.',
    failed: 'The amount is still yours; only the fee was paid.',
    dropped:
      'The network has let go of it for now. Your wallet may bring it back: look there before you send it again.',
    renewed: 'Your wallet has sent the same payment under another hash, which is followed.',
    cancelled: 'Your wallet has put an empty transaction in its place. The amount is still yours.',
    replaced: 'Another transaction of this account took its place. Look in your wallet which one.',
    expired: 'It can no longer go through. The amount is still yours.',
    lost: 'The network’s node does not know it, or no longer. Look in your wallet before you send it again.',
  },
  /** Of a token of which less has arrived than was reviewed. */
  arrivedLess:
    'Less arrived than you sent: some tokens keep a part of each transfer. Look at it in the explorer before you send the rest.',
  /** Of one that was replaced by a transaction that no node could show. */
  replacedUnseen:
    'Another transaction used its number, perhaps the same payment with another fee. Look at your account in the explorer before you send it again.',
  /** What is said of one kind of payment alone. */
  ofKind: {
    send: { confirmed: { title: 'Sent' } },
    approve: {
      confirmed: { title: 'Spending cap set' },
      failed: { title: 'No spending cap set: the network reverted it', text: 'Only the fee was paid.' },
      expired: { title: 'No spending cap set: the approval expired', text: 'It can no longer go through.' },
    },
    swap: {
      confirmed: { title: 'Swapped' },
      failed: {
        title: 'Not swapped: the network has undone it',
        text: 'Mostly that is because the price moved. The amount is still yours; only the fee was paid.',
      },
      expired: { title: 'Not swapped: it has expired' },
    },
  } satisfies Record<SentKind, Partial<Record<SentStatus, { title?: string; text?: string }>>> as Record<
    SentKind,
    Partial<Record<SentStatus, { title?: string; text?: string }>>
  >,
  amount: 'Amount',
  arrived: 'Arrived',
  signed: 'Signed',
  to: 'To',
  /** What stands at `to`. */
  receivers: { send: 'To', approve: 'May spend it', swap: 'Swapped by' },
  hash: 'Hash',
  checking: 'We check every 30 s, also after you close this window.',
  explorer: 'Explorer',
  done: 'Done',
  gone: 'This payment is kept no more.',

  unknown: 'No answer from your wallet yet',
  /** Beside Back and Close there is no room for more. */
  unknownView: 'No answer yet',
  unknownTitle: 'We do not know whether it was sent',
  unknownText:
    'Your wallet was asked for this, and no answer has come. Look there before you send it again: it may have been sent.',
  asked: 'Asked',
  onNetwork: 'Network',
  searching: 'If the network has it, it will show here by itself.',
  notSent: 'I looked: it was not sent',
  account: 'Your account',
} as const
