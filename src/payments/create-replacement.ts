/** The review of a speed-up or a cancel. It has one step, and is sent like any other payment. */
import type { OpenReplacement, PreparedReplacement, ReplacementInput } from '../core/payments/replacement.ts'
import { BillfoldError } from '../core/base/errors.ts'
import { parseCaipAddress } from '../core/chains/caip.ts'
import type { Payment, SentTransaction } from '../core/payments/sent.ts'
import type { TopicSignals } from '../worker-link/topics.ts'
import { createReview, type Review } from './create-review.ts'
import type { PaymentIntent, Payments } from './payments.ts'

export interface Replacement extends Review<ReplacementInput, PreparedReplacement> {
  /**
   * Asks the wallet once. Never rejects: the outcome is in `state`.
   * @param shown the replacement on show; another one is not sent
   */
  send(shown: PreparedReplacement): Promise<void>
}

interface ReplacementOptions {
  shell: { call: TopicSignals['call']; payments(): Promise<Payments> }
  /** Symbol of the native token. */
  symbol: string
  /** Called when the replacement has a hash. */
  onSent(replacement: Replacement, sent: SentTransaction): void
}

/**
 * A replacement older than this is prepared again before it is sent, since fees change from block to block.
 * Milliseconds.
 */
const FRESH = 60_000

export function createReplacement(draft: ReplacementInput, options: ReplacementOptions): Replacement {
  const { shell, symbol, onSent } = options
  let preparedAt = 0
  const { confirm, ...review } = createReview<ReplacementInput, PreparedReplacement, object>(
    {
      draft,
      now: Date.now,
      payments: shell.payments,
      async prepare(signal) {
        const prepared = await shell.call('prepareReplacement', draft, { signal })
        preparedAt = Date.now()
        return prepared
      },
      isExpired: () => Date.now() - preparedAt > FRESH,
      compare: () => undefined,
      accept() {},
      toIntent: (prepared) => toReplacementIntent(prepared, draft, symbol),
      onSent: (sent) => onSent(replacement, sent),
    },
    {},
  )
  const replacement: Replacement = { ...review, send: (shown) => confirm(shown, draft) }
  return replacement
}

/** @throws payment_changed */
export function toReplacementIntent(
  prepared: PreparedReplacement,
  { hash, how }: ReplacementInput,
  symbol: string,
): PaymentIntent {
  if (prepared.status !== 'open')
    throw new BillfoldError('payment_changed', 'There is no pending payment to replace. Nothing was sent.')
  const { payment, nonce, transaction } = prepared
  const { account, kind, to, out } = how === 'cancel' ? toEmpty(prepared, symbol) : payment
  return Object.freeze({
    account,
    kind,
    to,
    out: Object.freeze({ ...out }),
    replaces: Object.freeze({ hash, nonce, how }),
    transaction: Object.freeze({ ...transaction }),
  })
}

/** The payment that cancels: an empty transaction to the account itself. */
function toEmpty({ payment: { account } }: OpenReplacement, symbol: string): Payment {
  const { address } = parseCaipAddress(account)
  return { account, kind: 'send', to: address, out: { symbol, text: '0', units: '0' } }
}
