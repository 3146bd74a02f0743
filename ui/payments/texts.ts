/** Texts of sent payments. */
import { catalogue } from '../../src/base/catalogue.ts'
import type { SentKind, SentStatus } from '../../src/core/payments/sent.ts'

export const texts = catalogue('payments', {
  sending: 'Sending {amount}',
  approving: 'Approving {amount}',
  swapping: 'Swapping {amount}',
  /** Titles that fit every status. */
  titles: { send: 'Payment of {amount}', approve: 'Spending cap of {amount}', swap: 'Swap of {amount}' },
  /** For revocations. */
  revoking: 'Revoking the {token} spending cap',
  sent: 'Sent payments',
  status: {
    pending: 'On its way',
    late: 'Submitted, not yet confirmed',
    dropped: 'Dropped by the network, not yet confirmed',
    cosigning: 'Waiting for other signers',
    queued: 'Waiting to be executed',
    confirmed: 'Confirmed',
    mismatched: 'Doesn’t match your review',
    uncompared: 'Couldn’t check against your review',
    failed: 'Failed: the network reverted it',
    renewed: 'Sent again with a different fee',
    cancelled: 'Cancelled in your wallet',
    replaced: 'Replaced by another transaction',
    expired: 'Expired, not sent',
    lost: 'Status unknown',
  },
  text: {
    pending: 'The network has it and should confirm it soon.',
    late: 'This is taking longer than usual. Do not sign it again.',
    cosigning: 'Your wallet has proposed it. It will be executed once enough signers approve.',
    queued:
      'Your wallet accepted it, but hasn’t executed it yet. Check your wallet before you send it again.',
    confirmed: 'The network confirmed it.',
    mismatched:
      'The transaction went through, but some or all of what you reviewed didn’t happen. Check the explorer before you send it again.',
    uncompared:
      'The transaction went through, but we couldn’t check that it did what you reviewed. Check the explorer before you send it again.',
    failed: 'You still have the full amount. Only the network fee was spent.',
    dropped:
      'The network dropped it, but your wallet may submit it again. Check there before you send it again.',
    renewed: 'Your wallet sent this payment again with a new hash. We’re now tracking that one.',
    cancelled: 'Your wallet replaced it with an empty transaction. You still have the full amount.',
    replaced: 'Another transaction from this account replaced it. Check your wallet to see which one.',
    expired: 'It can no longer go through. You still have the full amount.',
    lost: 'We can’t find it on the network. Check your wallet before you send it again.',
  },
  /** For a token transfer that delivered less than was reviewed. */
  arrivedLess:
    'Less arrived than you sent, as some tokens keep part of each transfer. Check the explorer before you send the rest.',
  /** If another transaction replaced the payment, and no node could return that transaction. */
  replacedUnseen:
    'Another transaction replaced it, perhaps the same payment with a different fee. Check your account in the explorer before you send it again.',
  /** Texts that differ for one kind of payment. */
  ofKind: {
    send: { confirmed: { title: 'Sent' } },
    approve: {
      confirmed: { title: 'Spending cap set' },
      failed: {
        title: 'Spending cap not set: the network reverted it',
        text: 'Only the network fee was spent.',
      },
      expired: { title: 'Spending cap not set: the approval expired', text: 'It can no longer go through.' },
    },
    swap: {
      confirmed: { title: 'Swapped' },
      failed: {
        title: 'Swap failed: the network reverted it',
        text: 'The price probably moved. You still have the full amount, and only paid the network fee.',
      },
      expired: { title: 'Expired, not swapped' },
    },
  } satisfies Record<SentKind, Partial<Record<SentStatus, { title?: string; text?: string }>>> as Record<
    SentKind,
    Partial<Record<SentStatus, { title?: string; text?: string }>>
  >,
  /** Texts that differ for revocations. */
  ofRevocation: {
    confirmed: {
      title: 'Spending cap revoked',
      text: 'The spender can’t take this token from you anymore.',
    },
    failed: {
      title: 'Not revoked: the network reverted it',
      text: 'The spending cap is still there. Only the network fee was spent.',
    },
    cancelled: {
      text: 'Your wallet replaced it with an empty transaction. The spending cap is still there.',
    },
  } as Partial<Record<SentStatus, { title?: string; text?: string }>>,
  amount: 'Amount',
  arrived: 'Arrived',
  signed: 'Signed',
  to: 'To',
  /** Label of the payment's address, by kind. */
  receivers: { send: 'To', approve: 'Spender', swap: 'Router' },
  hash: 'Hash',
  checking: 'We check every 30 s, even after you close this window.',
  explorer: 'Explorer',
  done: 'Done',
  gone: 'No longer stored.',

  /** For a pending payment. */
  replace: { speedUp: 'Speed up', cancel: 'Cancel payment' },
  inWallet: 'Speed it up or cancel it in {wallet}.',
  /** While both the payment and its cancellation are pending. */
  cancelling: 'Cancelling',
  cancellingText: 'The network takes either the payment or its cancellation, never both.',
  /** If the wallet sent the replacement as a second payment. */
  separate: '{wallet} sent it as a new payment',
  separateText: 'Both payments may go through. If one is still waiting, cancel it in {wallet}.',
  separateCancel:
    'That one moves nothing, and this payment may still go through. Cancel this one in {wallet}.',
  feeBefore: 'Fee so far, at most',
  feeAfter: 'New fee, at most',
  either: 'Either the first or the new one goes through, never both.',
  cancelText: 'An empty payment to yourself takes its place.',
  mayIgnore: 'If {wallet} sends it as a separate payment instead, the first one may still go through.',
  replaceUsed: 'Too late to change it',
  replaceUsedText: 'The network has already processed this payment. Nothing was sent.',
  replaceUnknown: 'Can’t change it right now',
  replaceUnknownText:
    'The network doesn’t show this payment as waiting, so nothing was sent. Check your wallet, or try again later.',

  unknown: 'No answer from your wallet yet',
  /** The title of the view: short, since it must fit between Back and Close. */
  unknownView: 'No answer yet',
  unknownTitle: 'We don’t know if it was sent',
  unknownText:
    'Your wallet got this request but hasn’t answered. It may have been sent, so check there before you send it again.',
  asked: 'Requested',
  onNetwork: 'Network',
  searching: 'If it was sent, it will show here.',
  notSent: 'I checked, it wasn’t sent',
  account: 'Your account',
})
