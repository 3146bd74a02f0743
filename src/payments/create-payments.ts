/**
 * Hands payments to wallets, and follows them until the network has said what became of them.
 *
 *   shown ── pay ──▶ asked ── hash ──▶ kept here and in the worker ── settled ──▶ said, once
 *                      ├─ declined, refused: nothing was sent
 *                      └─ no answer that tells ──▶ unknown: the same is not asked for again before somebody has looked
 */
import type { AccountState, ConnectedAccount } from '../connections/account.ts'
import { type CaipAddress, getNamespace, isSameOwner, type Namespace } from '../core/caip.ts'
import { BillfoldError, hasCode } from '../core/errors.ts'
import { getFingerprint, isOpen, readHash, type SentRow, type SentTransaction } from '../core/sent.ts'
import type { Transaction } from '../wallet-calls/namespace-calls.ts'
import type { WalletCalls } from '../wallet-calls/wallet-calls.ts'
import type { TopicSignals } from '../worker-link/topics.ts'
import { assertSamePayment } from './assert-same-payment.ts'
import type { PaymentIntent, Payments } from './payments.ts'
import { createSentCopy } from './sent-copy.ts'

export interface PaymentsOptions {
  storage: Storage | undefined
  /** @throws adapter_missing */
  getAccount(namespace: Namespace): AccountState
  loadWalletCalls(): Promise<Pick<WalletCalls, 'sendTransaction'>>
  call: TopicSignals['call']
  topic: TopicSignals['get']
  /** The network has said what became of one. */
  onSettled(payment: SentRow): void
}

export interface PaymentsControl extends Payments {
  /** Follows what was sent before, such as by a page that was closed. */
  resume(): void
  /** This account has left; what it sent is nobody's here. */
  forget(account: CaipAddress): void
  stop(): void
}

export function createPayments(options: PaymentsOptions): PaymentsControl {
  const { call, topic, getAccount, loadWalletCalls, onSettled } = options
  const copy = createSentCopy(options.storage)
  /** Fingerprints of what a wallet is asked for, and of what nobody knows. */
  const asked = new Set<string>()
  const unknown = new Set<string>()
  const follows = new Map<CaipAddress, () => void>()

  function getPayer(account: CaipAddress): ConnectedAccount {
    const state = getAccount(getNamespace(account))
    if (state.status === 'connected' && state.caipAddress === account && !state.unsupported) return state
    throw new BillfoldError(
      'account_changed',
      'The account or the network has changed since this was shown. Nothing was sent: check it once more.',
    )
  }

  function assertFirst(fingerprint: string, isLookedFor: boolean): void {
    const isSent = copy.list().some((sent) => getFingerprint(sent) === fingerprint)
    if (!isSent && !asked.has(fingerprint) && (isLookedFor || !unknown.has(fingerprint))) return
    throw new BillfoldError(
      'payment_pending',
      'The same payment is on its way already, or may be. Wait for it, or look for it in your wallet.',
      { context: { isUnknown: !isSent && unknown.has(fingerprint) } },
    )
  }

  async function pay(intent: PaymentIntent, isLookedFor = false): Promise<SentTransaction> {
    const shown = freeze(intent)
    const { transaction, ...facts } = shown
    const fingerprint = getFingerprint(facts)
    assertFirst(fingerprint, isLookedFor)
    getPayer(shown.account)
    asked.add(fingerprint)
    try {
      const { sendTransaction } = await loadWalletCalls()
      getPayer(shown.account)
      const given = copyOf(transaction)
      assertSamePayment(shown, given)
      unknown.delete(fingerprint)
      // From here on it may be on its way.
      const hash = readHash(await sendTransaction(given), shown.account)
      if (!hash) throw new BillfoldError('wallet_bad_answer', 'The wallet gave no hash.')
      return keep({ ...facts, hash, sentAt: Date.now() })
    } catch (error) {
      if (isNotSent(error)) throw error
      unknown.add(fingerprint)
      throw new BillfoldError(
        'outcome_unknown',
        'Your wallet gave no answer that tells whether this was sent. Look there before you send it again.',
        { cause: error },
      )
    } finally {
      asked.delete(fingerprint)
    }
  }

  /** Before anything else happens. */
  function keep(sent: SentTransaction): SentTransaction {
    copy.add(sent)
    follow(sent.account)
    remember(sent)
    return sent
  }

  /** The copy stays until the worker has said what became of it. */
  function remember(sent: SentTransaction): void {
    call('rememberSent', sent).catch(() => {})
  }

  function follow(account: CaipAddress): void {
    if (follows.has(account)) return
    follows.set(account, () => {})
    const stop = topic('sent', { account }).subscribe(({ data }) => {
      for (const payment of data?.payments ?? []) settle(payment)
      const isOver = !copy.list().some((sent) => sent.account === account)
      if (isOver) unfollow(account)
    })
    if (follows.has(account)) follows.set(account, stop)
    else stop()
  }

  function settle(payment: SentRow): void {
    if (isOpen(payment) || !copy.list().some(({ hash }) => hash === payment.hash)) return
    copy.remove(payment.hash)
    for (const name of ['portfolio', 'activity'] as const)
      call('refresh', { topic: name, params: { account: payment.account } }).catch(() => {})
    onSettled(payment)
  }

  function unfollow(account: CaipAddress): void {
    follows.get(account)?.()
    follows.delete(account)
  }

  return {
    pay,
    resume() {
      for (const sent of copy.list()) {
        follow(sent.account)
        remember(sent)
      }
    },
    forget(account) {
      for (const sent of copy.list()) if (isSameOwner(sent.account, account)) copy.remove(sent.hash)
      for (const followed of follows.keys()) if (isSameOwner(followed, account)) unfollow(followed)
    },
    stop() {
      for (const account of follows.keys()) unfollow(account)
    },
  }
}

/** As it is now, whatever its maker does with it later. */
function freeze(intent: PaymentIntent): PaymentIntent {
  const { account, kind, to, out, transaction } = intent
  return Object.freeze({
    account,
    kind,
    to,
    out: Object.freeze({ ...out }),
    transaction: copyOf(transaction),
    ...(intent.in ? { in: Object.freeze({ ...intent.in }) } : {}),
    ...(intent.lastValidBlockHeight === undefined
      ? {}
      : { lastValidBlockHeight: intent.lastValidBlockHeight }),
  })
}

function copyOf(transaction: Transaction): Transaction {
  return transaction.namespace === 'solana'
    ? { namespace: 'solana', transaction: transaction.transaction.slice() }
    : { ...transaction }
}

/** Words of a node that has the transaction, or of somebody who does not know. */
const UNSURE =
  /already known|known transaction|already (been )?(imported|processed)|nonce (is )?too low|time(d )?out|network|fetch/i

/**
 * Only what says so beyond doubt. A wallet that says with a code why it has not done it has not; one that breaks off may
 * have.
 */
function isNotSent(error: unknown): boolean {
  const { code, message, context } = error as Partial<BillfoldError>
  if (hasCode(error, 'wallet_failed')) return context?.['code'] !== undefined && !UNSURE.test(message ?? '')
  return (
    !!code &&
    !['outcome_unknown', 'wallet_bad_answer', 'aborted', 'session_ended', 'unexpected'].includes(code)
  )
}
