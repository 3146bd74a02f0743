/**
 * Transfers for pages that draw their own form and review. The form is shared with the modal, which shows what the page
 * enters. The page and the modal have separate reviews, but the same code sends the payments of both, so that no
 * payment is sent twice.
 */
import { effect, untracked } from '@preact/signals-core'
import { BillfoldError, fromErrorRecord } from '../core/base/errors.ts'
import {
  getShown,
  isPreparedFrom,
  type PreparedTransfer,
  type TransferDraft,
  type TransferProblem,
} from '../core/payments/transfer.ts'
import type { Readable } from '../base/readable.ts'
import { when } from '../base/when.ts'
import type { Shell } from '../shell/shell.ts'
import { canWalletSend } from '../wallets/can-send.ts'
import type { ConnectedAccount } from '../wallets/account.ts'
import { createTransfer, type Transfer } from './create-transfer.ts'
import { isDanger } from './required-consents.ts'
import { pollHistory, getHistory } from './follow-history.ts'
import { createAccountChanged, createAccountMissing } from './page-errors.ts'
import { createPageReview, type PageReview, type PageReviewState } from './page-review.ts'
import { createPageSendForm, type SendEntry, type SendState } from './page-send-form.ts'
import { resetForm } from './send-form.ts'

export type SendReview = PageReviewState<PreparedTransfer>

export interface Send extends PageReview<PreparedTransfer> {
  /** The form. Balances, fee and the receiver's name load while it has subscribers. */
  readonly state: Readable<SendState>
  /**
   * Changes the given fields. Ends a review that no longer matches the form.
   * @throws account_missing; options_invalid for an invalid text, token or amount
   * @example
   * send.update({ token: 'eip155:1', amount: '0.5', receiver: 'vitalik.eth' })
   */
  update(entry: SendEntry): void
  /**
   * Resolves the receiver, creates the transaction and simulates it on a node. `review` shows the result. Nothing is
   * signed.
   * @throws transfer_incomplete (context: problem, as in `state`), account_missing, network_missing, call_unsupported
   * (the wallet cannot send), account_changed, payment_changed (the form was changed meanwhile), name_unresolved and
   * other name errors, transfer_refused (context: reason), or the node's error
   */
  prepare(): Promise<SendReview>
}

/** Call once per shell. */
export function createPageSend(shell: Shell): Send {
  const { state, draft, update, renew } = createPageSendForm(shell)

  const { prepare: show, ...review } = createPageReview<TransferDraft, PreparedTransfer, object, Transfer>({
    shell,
    changed: 'amount_changed',
    refused: 'transfer_refused',
    isCurrent: (made, prepared) =>
      draft.value !== undefined &&
      draft.value.account === made.draft.account &&
      (prepared ? isPreparedFrom(prepared, draft.value) : isSameEntry(made.draft, draft.value)),
    findDoubts: ({ warnings }) => warnings.filter(isDanger),
    getReceiver: ({ receiver }) => receiver.address,
    getExpiry: ({ freshUntil }) => freshUntil,
    getAmounts: (prepared) => ({
      sends: getShown(prepared),
      arrives: prepared.received ?? getShown(prepared),
    }),
    confirm: (made, prepared, isLookedFor) => made.send(prepared, draft.peek(), isLookedFor),
    watch(made) {
      const history = getHistory(shell, made.draft.account)
      return effect(() => {
        void history?.value
        return untracked(() => pollHistory(made.look))
      })
    },
  })

  async function prepare(): Promise<SendReview> {
    const top = getSender(shell)
    review.cancel()
    renew()
    const stop = state.subscribe(() => {})
    try {
      await when(() => state.value.account !== top.caipAddress || !state.value.loading)
      const now = state.peek()
      const entered = draft.peek()
      if (!entered || entered.account !== top.caipAddress) throw createAccountChanged()
      if (now.error && now.tokenBalances.length === 0) throw fromErrorRecord(now.error)
      if (!now.tokenBalances.some(({ id }) => id === now.token?.id)) throw createIncomplete('token_missing')
      if (now.problem === 'receiver_unresolved' && now.nameFailure?.error)
        throw fromErrorRecord(now.nameFailure.error)
      if (now.problem) throw createIncomplete(now.problem)
      const own = shell.accounts.peek().map(({ caipAddress }) => caipAddress)
      const made = createTransfer(entered, { shell, own, onSent: (one) => announceSent(shell, one.draft) })
      return await show(made)
    } finally {
      stop()
    }
  }

  return { state, ...review, update, prepare }
}

/** The active account, if its wallet can send. @throws account_missing, network_missing, call_unsupported */
function getSender(shell: Shell): ConnectedAccount {
  const top = shell.account.peek()
  if (top.status !== 'connected') throw createAccountMissing()
  if (!top.network)
    throw new BillfoldError('network_missing', 'The account’s network is not among this page’s networks.')
  if (!canWalletSend(top))
    throw new BillfoldError('call_unsupported', 'This wallet cannot send from this account.')
  return top
}

/** Called when the transfer is sent: clears the form, unless it was changed meanwhile, and refreshes the balances. */
function announceSent(shell: Shell, sent: TransferDraft): void {
  resetForm(shell, sent)
  shell.call('refresh', { topic: 'portfolio', params: { account: sent.account } }).catch(() => {})
}

function isSameEntry(one: TransferDraft, other: TransferDraft): boolean {
  const toKey = ({ account, token, amountText, receiverText, confirmedAddress }: TransferDraft) =>
    JSON.stringify([account, token?.id, amountText, receiverText, confirmedAddress])
  return toKey(one) === toKey(other)
}

function createIncomplete(problem: TransferProblem): BillfoldError {
  return new BillfoldError('transfer_incomplete', `This cannot be sent yet: ${problem}. See \`state\`.`, {
    context: { problem },
  })
}
