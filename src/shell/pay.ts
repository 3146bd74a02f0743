/**
 * A payment request of the page, from the call of `pay()` to its outcome. Only one request can be open at a time.
 *
 *   asked ─▶ shown ── the wallet is asked ──▶ hash ── a block is deep enough ──▶ confirmed, failed
 *              │           │                   └── the modal is closed ──▶ submitted
 *              │           ├── no clear answer, and the modal is closed ──▶ submitted
 *              │           └── declined ──▶ shown
 *              └── the modal is closed ──▶ cancelled
 *
 * The view creates a `Transfer`; the payment itself goes through `payments`, like every payment.
 */
import { effect, type Signal, signal } from '@preact/signals-core'
import { type CaipAddress, toCaipKey } from '../core/chains/caip.ts'
import { BillfoldError, hasCode } from '../core/base/errors.ts'
import { pageClock } from '../base/page-clock.ts'
import { withTimeout } from '../core/base/wait.ts'
import type { Network } from '../core/chains/networks.ts'
import { checkPayRequest, type PayRequest, type PayResult } from '../core/payments/pay-request.ts'
import { findSent, isSamePayment, type SentList, type SentRow } from '../core/payments/sent.ts'
import type { Metadata } from '../base/metadata.ts'
import type { Transfer } from '../payments/create-transfer.ts'
import type { PaymentIntent, Payments } from '../payments/payments.ts'
import type { TopicSignals } from '../worker-link/topics.ts'
import type { Features } from './options.ts'
import type { PagePayment } from './page-payment.ts'
import type { ConnectStartView } from './routes.ts'
import type { Readable } from '../base/readable.ts'

export interface PayOptions {
  /** The page's networks that one of the page's adapters serves. */
  networks: readonly Network[]
  metadata: Metadata
  features: Readable<Features>
  isOpen: Readable<boolean>
  /** The modal's current page payment, which is written here. */
  pagePayment: Signal<PagePayment | undefined>
  start: ConnectStartView
  payments(): Promise<Payments>
  topic: TopicSignals['get']
  /** Opens the modal with the payment. @throws code_missing, stopped */
  show(): Promise<void>
  close(): void
}

/** How long to wait for the wallet's answer after the modal is closed. Milliseconds. */
const LAST_WORD = 1_000

/** @throws feature_off, options_invalid, pay_busy, code_missing, stopped */
export function startPay(given: PayRequest, options: PayOptions): Promise<PayResult> {
  const { features, networks, pagePayment, isOpen, show, close } = options
  if (features.peek().pay !== true)
    throw new BillfoldError(
      'feature_off',
      'pay() is turned off. Turn it on with features.pay, or in your dashboard.',
    )
  const request = checkPayRequest(given, networks)
  if (pagePayment.peek()?.isOver.peek() === false)
    throw new BillfoldError('pay_busy', 'A payment is already open. Wait until its pay() resolves.')

  return new Promise((resolve, reject) => {
    const isOver = signal(false)
    let transfer: Transfer | undefined
    const stops: (() => void)[] = []
    const follow = followWallet(request, options, isOver, end)

    function end(result: PayResult | BillfoldError): void {
      if (isOver.peek()) return
      isOver.value = true
      for (const stop of stops) stop()
      transfer?.leave()
      if ('status' in result) resolve(result)
      else reject(result)
    }

    const network = networks.find(({ caipNetworkId }) => caipNetworkId === request.caipNetworkId)!
    pagePayment.value = {
      request,
      network,
      // Copied: later changes of the page's metadata have no effect.
      metadata: {
        ...options.metadata,
        ...(options.metadata.icons && { icons: [...options.metadata.icons] }),
      },
      start: options.start,
      isOver,
      ...follow.road,
      getTransfer(account, create) {
        // Once the payment may have been sent, keep its transfer: no other account may pay it a second time.
        if (transfer && (follow.road.mayBeSent.peek() || transfer.draft.account === account)) return transfer
        transfer?.leave()
        transfer = account && create()
        return transfer
      },
      get transfer() {
        return transfer
      },
    }
    stops.push(follow.stop)
    const shown = show()
    shown.catch(end)
    stops.push(
      effect(() => {
        // The modal is also closed if its code cannot be fetched. That is an error, which `end` has already reported.
        if (!isOpen.value) shown.then(follow.leave).then(end, () => {})
      }),
      effect(() => {
        // Continue if the dashboard allows payments, or if the wallet was asked before the dashboard answered.
        if (features.value.pay === true || follow.road.mayBeSent.value) return
        end(new BillfoldError('feature_off', 'pay() was turned off in your dashboard. Nothing was sent.'))
        close()
      }),
    )
  })
}

/** Tracks the wallet's answer, and then the transaction on the network. */
function followWallet(
  request: Readonly<PayRequest>,
  { payments: load, topic }: PayOptions,
  isOver: Readable<boolean>,
  onOutcome: (result: PayResult) => void,
) {
  const mayBeSent = signal(false)
  const stops: (() => void)[] = []
  const asking = new Set<Promise<unknown>>()
  /** Whether the wallet was asked, but its answer does not say whether it sent the payment. */
  let isInDoubt = false
  let isLeft = false
  let hash: string | undefined

  function followOutcome(account: CaipAddress, find: (list: SentList) => SentRow | undefined): void {
    stops.push(
      topic('sent', { account }).subscribe(({ data }) => {
        const row = data && find(data)
        if (!row) return
        hash = row.executedBy ?? row.hash
        const { status, isSettled } = row
        if (status === 'confirmed' || status === 'failed') onOutcome({ status, hash })
        // Any other status is reported only once the payment is settled. The report is then `cancelled` if a
        // replacement cancelled the payment, otherwise `submitted`.
        else if (isSettled) onOutcome({ status: status === 'cancelled' ? 'cancelled' : 'submitted', hash })
      }),
    )
  }

  async function follow(intent: PaymentIntent, paying: ReturnType<Payments['pay']>) {
    const askedAt = Date.now()
    asking.add(paying)
    mayBeSent.value = true
    try {
      const sent = await paying
      hash = sent.hash
      if (!isOver.peek()) followOutcome(sent.account, ({ payments }) => findSent(payments, sent.hash))
      return sent
    } catch (error) {
      // After `outcome_unknown`, this payment may have been sent. After `payment_pending`, an equal payment may have
      // been sent earlier. So do not report `cancelled`.
      const isUnknown = hasCode(error, 'outcome_unknown') || hasCode(error, 'payment_pending')
      isInDoubt ||= isUnknown
      if (hasCode(error, 'outcome_unknown') && !isOver.peek()) {
        const isOwn = (row: SentRow) => row.sentAt >= askedAt && isSamePayment(row, intent)
        followOutcome(intent.account, ({ payments }) => {
          const own = payments.find(isOwn)
          return own && findSent(payments, own.hash)
        })
      }
      throw error
    } finally {
      asking.delete(paying)
      mayBeSent.value = asking.size > 0 || isInDoubt || hash !== undefined
    }
  }

  const road: Pick<PagePayment, 'mayBeSent' | 'payments'> = {
    mayBeSent,
    async payments() {
      const { pay, ...others } = await load()
      return {
        ...others,
        async pay(intent, isLookedFor, isWanted = () => true) {
          assertAsked(intent, request)
          return follow(
            intent,
            pay(intent, isLookedFor, () => !isLeft && !isOver.peek() && isWanted()),
          )
        },
      }
    },
  }

  return {
    road,
    /** Called when the modal is closed: no wallet is asked from now on. Resolves with the outcome. */
    async leave(): Promise<PayResult> {
      isLeft = true
      const answers = Promise.allSettled(asking)
      await withTimeout(pageClock, LAST_WORD, answers)
      if (hash !== undefined) return { status: 'submitted', hash }
      return { status: asking.size > 0 || isInDoubt ? 'submitted' : 'cancelled' }
    },
    stop() {
      for (const stop of stops) stop()
    },
  }
}

/** Only the payment that the page requested may go to the wallet. @throws payment_changed */
function assertAsked({ kind, account, to, out }: PaymentIntent, request: Readonly<PayRequest>): void {
  const { caipNetworkId, asset, amount, recipient } = request
  const toKey = (address: string) => toCaipKey(`${caipNetworkId}:${address}`)
  const isAsked =
    kind === 'send' &&
    account.startsWith(`${caipNetworkId}:`) &&
    out.units === String(amount) &&
    toKey(to) === toKey(recipient) &&
    (asset === 'native' ? out.token === undefined : toCaipKey(out.token ?? '') === toKey(asset))
  if (!isAsked) throw new BillfoldError('payment_changed', 'This is not what the page asked for.')
}
