/**
 * Passes payments to wallets, and watches them until they are settled.
 *
 *   shown ── pay ──▶ request stored ──▶ wallet asked
 *   wallet asked ─┬─ hash ──▶ stored as sent
 *                 ├─ found on the network ──▶ stored as sent
 *                 ├─ declined or refused: nothing was sent ──▶ request deleted
 *                 └─ unclear answer, or page closed ──▶ outcome unknown
 *   outcome unknown ─┬─ found on the network ──▶ stored as sent
 *                    └─ person has looked in the wallet ──▶ request deleted
 *   stored as sent ── outcome shown ── settled ──▶ deleted
 *
 * While the outcome is unknown, the same payment is refused.
 */
import type { AccountState } from '../wallets/account.ts'
import { type CaipAddress, getNamespace, isSameOwner, type Namespace } from '../core/chains/caip.ts'
import { pageClock } from '../base/page-clock.ts'
import { BillfoldError } from '../core/base/errors.ts'
import { withTimeout } from '../core/base/wait.ts'
import {
  type PendingRequest,
  findSent,
  isOpen,
  isSamePayment,
  type Payment,
  readHash,
  type SentList,
  type SentRow,
  type SentTransaction,
  toSent,
} from '../core/payments/sent.ts'
import type { Snacks } from '../base/snacks.ts'
import type { EvmTransaction, Transaction } from '../wallets/namespace-calls.ts'
import type { PageWalletCalls } from '../wallets/wallet-calls.ts'
import type { TopicSignals } from '../worker-link/topics.ts'
import { canSpeedUp } from '../wallets/can-speed-up.ts'
import { isCancel, listReplaced } from '../core/payments/replacement.ts'
import { assertSamePayment, type PaymentReading } from './assert-same-payment.ts'
import { isNotSent } from '../wallets/is-not-sent.ts'
import type { PaymentIntent, Payments } from './payments.ts'
import { createPaymentJournal, type KeptSent } from './payment-journal.ts'
import { createOutcomes } from './outcomes.ts'

export interface PaymentsOptions {
  storage: Storage | undefined
  /** @throws adapter_missing */
  getAccount(namespace: Namespace): AccountState
  loadWalletCalls(): Promise<Pick<PageWalletCalls, 'sendTransaction'>>
  call: TopicSignals['call']
  topic: TopicSignals['get']
  /** Shows the outcome of each payment. */
  snacks: Pick<Snacks, 'show'>
}

export interface PaymentsControl extends Payments {
  /** Watches payments that another tab or an earlier page load has sent. */
  resume(): void
  /** Drops all payments of an account that was disconnected. */
  forget(account: CaipAddress): void
  stop(): void
}

/** How long to wait until the worker has stored a request and listed the requests of other tabs. Milliseconds. */
const PATIENCE = 1_000
/**
 * How long the worker may take to decode a transaction; meanwhile the person sees "Approve in your wallet".
 * Milliseconds.
 */
const READ_PATIENCE = 5_000

export function createPayments(options: PaymentsOptions): PaymentsControl {
  const { call, topic, getAccount, loadWalletCalls } = options
  const copy = createPaymentJournal(options.storage)
  const hear = createOutcomes(copy, options)
  /** Payments for which this page is asking a wallet now. */
  const asking = new Set<Payment>()
  /** Ids of requests that this page has ended. The worker may still list them. */
  const dropped = new Set<string>()
  let isResumed = false
  /** Functions by request id, called when the requested payment is found on the network. */
  const searches = new Map<string, (sent: SentTransaction) => void>()
  const isOver = (account: CaipAddress) =>
    ![...copy.list(), ...copy.listAsked()].some((one) => one.account === account)
  const follows = createFollows(topic, compare, isOver)

  /**
   * Refuses the payment if the account has changed, or if the person has cancelled while code was loading.
   * @throws account_changed
   */
  function assertPayer(payment: Payment, isWanted: () => boolean): void {
    if (!isPayer(getAccount(getNamespace(payment.account)), payment) || !isWanted()) throw toChanged()
  }

  function getUnknown(payment: Payment): readonly PendingRequest[] {
    return copy.listAsked().filter((one) => isSamePayment(one, payment))
  }

  /**
   * Refuses the payment if an equal payment is on its way, or if a wallet request for an equal payment has an unknown
   * outcome.
   * @param looked requests that the person looked for in the wallet and did not find
   */
  function assertFirst(payment: Payment, looked: readonly PendingRequest[]): void {
    if (isCancel(payment)) return
    const isSent = isOnItsWay(payment, copy.list())
    const isSeen = ({ id }: PendingRequest) => looked.some((one) => one.id === id)
    const isUnknown = !isSent && !getUnknown(payment).every(isSeen)
    if (!isSent && !isUnknown) return
    throw toPending(isUnknown)
  }

  async function pay(intent: PaymentIntent, isLookedFor = false, isWanted = () => true) {
    const shown = freeze(intent)
    const { transaction, ...facts } = shown
    if ([...asking].some((one) => isSamePayment(one, facts))) throw toPending(false)
    const looked = isLookedFor ? getUnknown(facts) : []
    asking.add(facts)
    try {
      const { sendTransaction } = await loadWalletCalls()
      const reading = await readTransaction(shown, call)
      await assertReplaceable(facts, call)
      // Check before the request is stored. The same checks run again right before the wallet is asked.
      assertPayer(facts, isWanted)
      assertSamePayment(shown, transaction, reading)
      assertFirst(facts, looked)
      looked.forEach(dismiss)
      return await ask(shown, reading, isLookedFor, sendTransaction, isWanted)
    } finally {
      asking.delete(facts)
    }
  }

  /** Stores the request before asking the wallet, since the page may be closed when the wallet answers. */
  async function ask(
    shown: PaymentIntent,
    reading: PaymentReading | undefined,
    isLookedFor: boolean,
    sendTransaction: PageWalletCalls['sendTransaction'],
    isWanted: () => boolean,
  ): Promise<SentTransaction> {
    const { transaction, ...facts } = shown
    const asked: PendingRequest = { ...facts, id: crypto.randomUUID(), askedAt: Date.now() }
    copy.ask(asked)
    follows.start(asked.account)
    const tracked = call('trackRequest', asked).catch(() => undefined)
    const found = new Promise<SentTransaction>((resolve) => searches.set(asked.id, resolve))
    try {
      // The worker also knows requests that this page could not store. Wait only briefly, since the worker may hang.
      const known = await withTimeout(pageClock, PATIENCE, tracked)
      if (known) assertAlone(asked, known, isLookedFor)
      const given = copyOf(transaction, facts.replaces)
      const assertWanted = () => {
        assertPayer(facts, isWanted)
        assertSamePayment(shown, given, reading)
      }
      assertWanted()
      // From here on, the payment may be sent. Loading the wallet's code may take a moment: `assertWanted` runs once
      // the code is loaded.
      const answered = sendTransaction(given, assertWanted).then((answer) => {
        const hash = readHash(answer, shown.account)
        if (!hash) throw new BillfoldError('wallet_bad_answer', 'The wallet returned no hash.')
        // Store the hash even if the search has found the payment: the wallet may have sent a second one.
        return keep({ ...facts, hash, sentAt: Date.now(), asked: asked.id })
      })
      return await Promise.race([answered, found])
    } catch (error) {
      if (isNotSent(error)) {
        drop(asked.id)
        void tracked.then(() => dropRequest(asked))
        throw error
      }
      throw new BillfoldError(
        'outcome_unknown',
        'Your wallet did not say whether this was sent. Check there before you send it again.',
        { cause: error },
      )
    } finally {
      searches.delete(asked.id)
    }
  }

  /**
   * Refuses a payment that the worker already knows, from any tab or an earlier page load.
   * @throws payment_pending
   */
  function assertAlone(asked: PendingRequest, known: SentList, isLookedFor: boolean): void {
    if (isCancel(asked)) return
    const { isSent, unknown } = findSame(asked, known)
    const others = unknown.filter(({ id }) => !dropped.has(id))
    if (isSent) throw toPending(false)
    if (isLookedFor) others.forEach(dismiss)
    else if (others.length > 0) throw toPending(true)
  }

  /** Stores a sent payment. Call it at once when a hash is known, so that the hash cannot be lost. */
  function keep(sent: SentTransaction): SentTransaction {
    copy.add(sent)
    follows.start(sent.account)
    remember(sent)
    return sent
  }

  function dismiss(asked: Pick<PendingRequest, 'account' | 'id'>): void {
    drop(asked.id)
    dropRequest(asked)
  }

  function drop(id: string): void {
    dropped.add(id)
    copy.remove(id)
  }

  function dropRequest({ account, id }: Pick<PendingRequest, 'account' | 'id'>): void {
    call('dropRequest', { account, id }).catch(() => {})
  }

  /** Passes the payment to the worker. The page keeps its copy until the worker reports the payment as settled. */
  function remember(kept: KeptSent): void {
    const { announced: _, ...sent } = kept
    call('rememberSent', sent).catch(() => {})
  }

  /** Compares this page's stored payments and requests with the worker's list. */
  function compare(account: CaipAddress, { payments, asked }: SentList): void {
    listVain([...copy.listAsked(), ...asked], payments).forEach((one) => dropped.has(one.id) || dismiss(one))
    for (const { id } of copy.listAsked()) {
      const found = payments.find(({ asked }) => asked === id)
      if (!found) continue
      const sent = toSent(found)
      copy.add(sent)
      searches.get(id)?.(sent)
    }
    for (const sent of copy.list()) {
      const found = sent.account === account ? findSent(payments, sent.hash) : undefined
      if (found && isToldElsewhere(sent, found, payments, copy.list())) copy.remove(sent.hash)
      else if (found) hear(sent, found)
    }
  }

  return {
    pay,
    dismiss,
    resume() {
      for (const sent of copy.list()) remember(sent)
      // Track stored requests only once. Later requests belong to other tabs: those tabs track them, and the requests
      // may be declined already.
      if (!isResumed) for (const asked of copy.listAsked()) call('trackRequest', asked).catch(() => {})
      isResumed = true
      for (const { account } of [...copy.list(), ...copy.listAsked()]) follows.start(account)
    },
    forget(account) {
      for (const sent of copy.list()) if (isSameOwner(sent.account, account)) copy.remove(sent.hash)
      for (const asked of copy.listAsked()) if (isSameOwner(asked.account, account)) copy.remove(asked.id)
      follows.end((followed) => isSameOwner(followed, account))
    },
    stop: () => follows.end(),
  }
}

/**
 * Whether an equal payment is on its way. A payment whose outcome was shown does not count, since a new payment after
 * that is intended.
 */
function isOnItsWay(payment: Payment, kept: readonly KeptSent[]): boolean {
  const replaced = toReplaced(payment, kept)
  const isOpenStill = ({ announced, hash }: KeptSent) => announced === undefined && !replaced.has(hash)
  return kept.some((sent) => isOpenStill(sent) && isSamePayment(sent, payment))
}

/** Requests to cancel a payment that is settled: whether such a request was sent no longer matters. */
function listVain(asked: readonly PendingRequest[], payments: readonly SentRow[]): readonly PendingRequest[] {
  const isOver = (hash?: string) => payments.some((one) => one.hash === hash && one.isSettled)
  return asked.filter((one) => isCancel(one) && isOver(one.replaces?.hash))
}

/** Whether another stored payment, such as a speed-up of `sent`, reports the outcome. */
function isToldElsewhere(
  sent: SentTransaction,
  found: SentRow,
  payments: readonly SentRow[],
  kept: readonly KeptSent[],
): boolean {
  if (found.hash === sent.hash) return false
  const isLinked = toReplaced(sent, payments).has(found.hash) || toReplaced(found, payments).has(sent.hash)
  return isLinked || kept.some(({ hash }) => hash === found.hash)
}

/** Hashes of the payments that the payment replaces. Of these and the payment itself, at most one is mined. */
function toReplaced({ replaces }: Payment, payments: readonly SentTransaction[]): ReadonlySet<string> {
  return replaces ? listReplaced(payments, replaces) : new Set()
}

/**
 * Asks the node again whether the payment to replace is still pending and unchanged.
 * @throws payment_changed (context: reason `used` or `unknown`); worker_deadline; the node's error
 */
async function assertReplaceable(payment: Payment, call: PaymentsOptions['call']): Promise<void> {
  const { replaces, account } = payment
  if (!replaces) return
  const { hash, how, nonce } = replaces
  const now = await inTime(call('prepareReplacement', { account, hash, how }))
  const isSame =
    now.status === 'open' && now.nonce === nonce && (how === 'cancel' || isSamePayment(now.payment, payment))
  if (isSame) return
  throw new BillfoldError('payment_changed', 'The payment is no longer pending as shown. Nothing was sent.', {
    context: { reason: now.status === 'used' ? 'used' : 'unknown' },
  })
}

function isPayer(state: AccountState, { account, replaces }: Payment): boolean {
  if (state.status !== 'connected' || state.caipAddress !== account || state.unsupported) return false
  // A wallet that chooses the nonce itself would pay a second time.
  return replaces?.how !== 'speedUp' || canSpeedUp(state.connector)
}

/**
 * `isSent`: whether an equal payment is open. `unknown`: the requests for an equal payment, except `asked`; their
 * outcome is unknown.
 */
function findSame(asked: PendingRequest, { payments, asked: all }: SentList) {
  const isSame = (one: Payment) => isSamePayment(one, asked)
  const replaced = toReplaced(asked, payments)
  return {
    isSent: payments.some((one) => isOpen(one) && !replaced.has(one.hash) && isSame(one)),
    unknown: all.filter((one) => isSame(one) && one.id !== asked.id),
  }
}

function toChanged(): BillfoldError {
  return new BillfoldError(
    'account_changed',
    'The account or network has changed. Nothing was sent. Review it again.',
  )
}

function toPending(isUnknown: boolean): BillfoldError {
  return new BillfoldError(
    'payment_pending',
    'The same payment is already on its way, or may be. Wait for it, or check your wallet.',
    { context: { isUnknown } },
  )
}

/** Watches accounts, each until all of its payments are settled. */
function createFollows(
  topic: TopicSignals['get'],
  onList: (account: CaipAddress, list: SentList) => void,
  isOver: (account: CaipAddress) => boolean,
) {
  const stops = new Map<CaipAddress, () => void>()

  function end(account: CaipAddress): void {
    stops.get(account)?.()
    stops.delete(account)
  }

  return {
    start(account: CaipAddress): void {
      if (stops.has(account)) return
      stops.set(account, () => {})
      const stop = topic('sent', { account }).subscribe(({ data }) => {
        if (data) onList(account, data)
        if (isOver(account)) end(account)
      })
      if (stops.has(account)) stops.set(account, stop)
      else stop()
    },
    end(which: (account: CaipAddress) => boolean = () => true): void {
      for (const account of stops.keys()) if (which(account)) end(account)
    },
  }
}

/** A frozen copy, independent of later changes by the caller. */
function freeze(intent: PaymentIntent): PaymentIntent {
  const { account, kind, to, out, transaction, replaces } = intent
  return Object.freeze({
    account,
    kind,
    to,
    out: Object.freeze({ ...out }),
    transaction: copyOf(transaction, replaces),
    ...(replaces && { replaces: Object.freeze({ ...replaces }) }),
    ...(intent.in ? { in: Object.freeze({ ...intent.in }) } : {}),
    ...(intent.lastValidBlockHeight === undefined
      ? {}
      : { lastValidBlockHeight: intent.lastValidBlockHeight }),
  })
}

function copyOf(transaction: Transaction, replaces: Payment['replaces']): Transaction {
  return transaction.namespace === 'solana'
    ? { namespace: 'solana', transaction: transaction.transaction.slice() }
    : { ...toShown(transaction), ...(replaces && toOrder(transaction)) }
}

/** Only the fields that a review shows, so for example no gas limit. */
function toShown({ namespace, to, value, data }: EvmTransaction): EvmTransaction {
  return { ...(namespace && { namespace }), to, value, data }
}

/** The nonce and fees of a replacement. */
function toOrder({ nonce, gasPrice, maxFeePerGas, maxPriorityFeePerGas }: EvmTransaction) {
  return gasPrice === undefined ? { nonce, maxFeePerGas, maxPriorityFeePerGas } : { nonce, gasPrice }
}

/** Decodes a transaction in the worker. @throws worker_deadline; the worker's error */
async function readTransaction(
  { transaction, ...payment }: PaymentIntent,
  call: PaymentsOptions['call'],
): Promise<PaymentReading | undefined> {
  if (transaction.namespace === 'solana')
    return inTime(call('readSolana', { transaction: transaction.transaction, payment }))
  if (payment.kind === 'send') return undefined
  const { to, value = 0n, data = '0x' } = transaction
  return inTime(call('readSwap', { transaction: { to, value, data }, payment }))
}

function inTime<T>(reading: Promise<T>): Promise<T> {
  return withTimeout(
    pageClock,
    READ_PATIENCE,
    reading,
    () => new BillfoldError('worker_deadline', 'The payment could not be checked in time. Nothing was sent.'),
  )
}
