/** Texts for messages that the shell creates. */
import type { ErrorRecord } from '../../src/core/base/errors.ts'
import type { CodedText, PaymentMessage } from '../../src/base/snacks.ts'
import { texts as names } from '../connect/texts.ts'
import { catalogue } from '../../src/base/catalogue.ts'
import { t } from '../base/texts.ts'

export const texts = catalogue('snacks', {
  balance_unavailable: 'Token Balance Unavailable',
  history_failed: 'Failed to fetch transactions',
  switch_failed: 'Couldn’t switch network',
  disconnect_failed: 'Failed to disconnect',
  switch_declined: 'You declined in {wallet}',
  session_ended: '{wallet} ended the connection',
  left_out: 'The wallet’s {chain} account can’t be used',
  try_again: 'Try again',
  payment_pending: '{what}: on its way',
  payment_cosigning: '{what}: waiting for other signers',
  payment_queued: '{what}: waiting to be executed',
  payment_reopened: '{what}: no longer confirmed, because its block was replaced',
  payment_confirmed: '{what} sent',
  payment_mismatched: '{what}: doesn’t match what you reviewed. Check the explorer',
  payment_uncompared: '{what}: couldn’t check against your review. Check the explorer',
  swap_confirmed: '{what} swapped',
  payment_failed: '{what} failed: the network reverted it',
  payment_renewed: '{what}: sent again with a different fee',
  payment_cancelled: '{what} was cancelled in your wallet',
  payment_replaced: '{what} was replaced by another transaction',
  payment_expired: '{what} expired and wasn’t sent',
  payment_lost: '{what}: status unknown',
  approval_cosigning: 'Spending cap of {what}: waiting for other signers',
  approval_queued: 'Spending cap of {what}: waiting to be executed',
  approval_reopened: 'Spending cap of {what}: no longer confirmed, because its block was replaced',
  approval_mismatched: 'Spending cap of {what}: doesn’t match what you reviewed. Check the explorer',
  approval_uncompared: 'Spending cap of {what}: couldn’t check against your review. Check the explorer',
  approval_failed: 'Spending cap of {what} not set: the network reverted it',
  approval_renewed: 'Spending cap of {what}: sent again with a different fee',
  approval_cancelled: 'Spending cap of {what} was cancelled in your wallet',
  approval_replaced: 'Spending cap of {what} was replaced by another transaction',
  approval_expired: 'Spending cap of {what} not set: the approval expired',
  approval_lost: 'Spending cap of {what}: status unknown',
  /** Stands for `what` in the text of a payment that revokes a spending cap. */
  revocation: 'Revoking the {token} spending cap',
  revocation_confirmed: '{what} spending cap revoked',
  purchase_arrived: '{what} arrived',
  name_registered: '{name} is yours',
  name_unknown: 'Couldn’t confirm that {name} was registered',
  name_failed: '{name} wasn’t registered',
  origin_forbidden: 'Invalid App Configuration: {origin} is not on the allowlist',
})

export function formatSnack(text: CodedText | ErrorRecord): string {
  if ('category' in text) return texts.disconnect_failed
  if ('wallet' in text) return t(texts[text.code], text)
  if ('namespace' in text) return t(texts[text.code], { chain: names.chains[text.namespace] })
  if ('origin' in text) return t(texts[text.code], text)
  if ('name' in text) return t(texts[text.code], text)
  if ('what' in text) return t(texts[text.code], { what: formatSubject(text) })
  return t(texts[text.code])
}

function formatSubject({ what, isRevocation }: PaymentMessage): string {
  return isRevocation ? t(texts.revocation, { token: what }) : what
}
