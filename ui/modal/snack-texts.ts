/** The words for what the shell has to say. */
import type { ErrorRecord } from '../../src/core/base/errors.ts'
import type { CodedText } from '../../src/base/snacks.ts'
import { texts as names } from '../connect/texts.ts'
import { t } from '../base/texts.ts'

const texts = {
  balance_unavailable: 'Token Balance Unavailable',
  history_failed: 'Failed to fetch transactions',
  switch_failed: 'Switching failed',
  disconnect_failed: 'Failed to disconnect',
  switch_declined: 'You declined in {wallet}',
  session_ended: '{wallet} ended the connection',
  left_out: 'What the wallet shared for {chain} cannot be used',
  try_again: 'Try again',
  payment_pending: '{what}: on its way',
  payment_late: '{what}: not confirmed yet',
  payment_cosigning: '{what}: waiting for other signers',
  payment_queued: '{what}: waiting to be carried out',
  payment_reopened: '{what}: its block was replaced, so it is not confirmed any more',
  payment_confirmed: '{what} sent',
  payment_mismatched: '{what}: mined, but not as reviewed. Look at it in the explorer',
  payment_uncompared: '{what}: mined, but not compared with what you reviewed. Look at it in the explorer',
  swap_confirmed: '{what} swapped',
  payment_failed: '{what} was not sent: the network has undone it',
  payment_dropped: '{what}: not confirmed yet',
  payment_renewed: '{what}: sent again with another fee',
  payment_cancelled: '{what} was cancelled in your wallet',
  payment_replaced: '{what} was replaced by another transaction',
  payment_expired: '{what} was not sent: it has expired',
  payment_lost: '{what}: nothing is heard of it any more',
  purchase_arrived: '{what} arrived',
  name_registered: '{name} is yours',
  name_unknown: 'It is not known whether {name} was registered',
  name_failed: '{name} was not registered',
  origin_forbidden: 'Invalid App Configuration: {origin} is not on the allowlist',
} as const

export function formatSnack(text: CodedText | ErrorRecord): string {
  if ('category' in text) return texts.disconnect_failed
  if ('wallet' in text) return t(texts[text.code], text)
  if ('namespace' in text) return t(texts[text.code], { chain: names.chains[text.namespace] })
  if ('origin' in text) return t(texts[text.code], text)
  if ('name' in text) return t(texts[text.code], text)
  if ('what' in text) return t(texts[text.code], text)
  return t(texts[text.code])
}
