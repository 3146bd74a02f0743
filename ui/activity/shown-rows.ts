/**
 * The rows of Activity: first the sent payments that the history lacks, from the topic `sent`, then the history. A
 * payment whose hash is in both appears only in the history, unless the payment's effects may differ from the review.
 */
import { computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { useMemo } from 'react'
import type { ActivityGroup, ActivityHead, ActivityRow } from '../../src/core/assets/activity.ts'
import { formatDecimal } from '../../src/core/text/amount.ts'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { PAGE_SIZE } from '../../src/core/contract/list.ts'
import { isCancel, isShownAlone } from '../../src/core/payments/replacement.ts'
import {
  type PendingRequest,
  isQueued,
  isRevocation,
  isWaiting,
  type Payment,
  type SentList,
  type SentRow,
} from '../../src/core/payments/sent.ts'
import type { Readable } from '../../src/base/readable.ts'
import type { Snapshot } from '../../src/core/contract/protocol.ts'
import type { List } from '../../src/worker-link/list.ts'
import { formatAge } from '../components/format-age.ts'
import { useViewer } from '../base/shell-context.ts'
import { texts } from './texts.ts'

export interface ShownRow extends ActivityRow {
  /** Status of a payment that was sent from here. `unknown`: the wallet has not answered whether it sent the payment. */
  sent?: SentRow['status'] | 'unknown'
  /** Whether the payment revokes a spending cap. */
  isRevocation?: boolean
}

/** recent: the group of sent payments above the history, if at least one of them is not pending. */
export type ShownGroup = ActivityGroup | { kind: 'recent'; count: number }

export interface ShownRows extends Pick<List<ActivityRow>, 'revision' | 'show'> {
  /** Sent payments that are shown above the history. */
  readonly own: ReadonlySignal<readonly ShownRow[]>
  get(index: number): ShownRow | undefined
}

/** How long a finished payment is shown while the history lacks it. Milliseconds. */
const TOLD_FOR = 24 * 60 * 60_000

export function useShownRows(list: List<ActivityRow>, account: CaipAddress): ShownRows {
  const { topic, payments, locale = navigator.language } = useViewer()
  return useMemo(() => {
    return createShownRows(list, payments && topic('sent', { account }), locale)
  }, [topic, payments, list, account, locale])
}

/** The rows of the history alone, without sent payments. */
export function toShownRows(list: List<ActivityRow>): ShownRows {
  return { own: nothing, revision: list.revision, get: list.get, show: list.show }
}

const noRows: readonly ShownRow[] = []
const nothing: ReadonlySignal<readonly ShownRow[]> = signal(noRows)

function createShownRows(
  list: List<ActivityRow>,
  sent: Readable<Snapshot<SentList>> | undefined,
  locale: string,
): ShownRows {
  const own = computed(() => {
    void list.revision.value
    return getOwnRows(sent?.value.data, list, locale)
  })
  /** Payments that were sent from here, by the hash under which the history has them. */
  const signed = computed(() => {
    const payments = sent?.value.data?.payments ?? []
    const own = payments.filter((one) => !isCancel(one))
    return new Map(own.map((one) => [(one.executedBy ?? one.hash).toLowerCase(), one]))
  })
  const getCount = () => own.peek().length
  return {
    own,
    revision: list.revision,
    get(index) {
      if (index < own.value.length) return own.value[index]
      const row = list.get(index - own.value.length)
      const payment = row?.hash === undefined ? undefined : signed.value.get(row.hash.toLowerCase())
      return row && payment ? withSigned(row, payment, locale) : row
    },
    show: (from, to, ahead) => list.show(Math.max(0, from - getCount()), Math.max(1, to - getCount()), ahead),
  }
}

/**
 * The groups of the history, with a group of the sent payments above them. If all of these payments are pending, they
 * join the pending group of the history.
 */
export function getGroups(own: readonly ShownRow[], { groups }: ActivityHead): readonly ShownGroup[] {
  if (own.length === 0) return groups
  const [first, ...others] = groups
  const isPending = own.every(({ status }) => status === 'pending')
  if (isPending && first?.kind === 'pending')
    return [{ kind: 'pending', count: own.length + first.count }, ...others]
  return [{ kind: isPending ? 'pending' : 'recent', count: own.length }, ...groups]
}

function getOwnRows(
  { payments, asked }: SentList = { payments: [], asked: [] },
  list: List<ActivityRow>,
  locale: string,
): readonly ShownRow[] {
  const now = Date.now()
  const shown = payments
    .filter((one) => isShownAlone(payments, one))
    .filter((one) => isWaiting(one) || (one.status !== 'renewed' && now - one.sentAt < TOLD_FOR))
  const unknown = asked.filter((one) => !isCancel(one))
  if (shown.length + unknown.length === 0) return noRows
  const known = new Set<string | undefined>()
  // Look only on the first page of the list, which has the recent transactions. While that page loads, all payments are
  // shown as missing.
  for (let index = 0; index < PAGE_SIZE; index += 1) known.add(list.get(index)?.hash?.toLowerCase())
  // Keep mismatched and uncompared payments even if the history has them: the history does not say that their effects
  // may differ from the review.
  const missing = shown.filter(
    ({ hash, executedBy, status }) =>
      status === 'mismatched' || status === 'uncompared' || !known.has((executedBy ?? hash).toLowerCase()),
  )
  return [
    ...unknown.map((one) => toUnknownRow(one, now, locale)),
    ...missing.map((one) => toSentRow(one, now, locale)),
  ]
}

function toUnknownRow(request: PendingRequest, now: number, locale: string): ShownRow {
  const { id, askedAt } = request
  const date = formatAge(texts.ago, askedAt, now, locale)
  return { ...toRow(request, locale), id, minedAt: askedAt, date, status: 'confirmed', sent: 'unknown' }
}

function toSentRow(payment: SentRow, now: number, locale: string): ShownRow {
  const { hash, executedBy, sentAt, status } = payment
  return {
    ...toRow(payment, locale),
    id: hash,
    ...(isQueued(payment) ? {} : { hash: executedBy ?? hash }),
    minedAt: sentAt,
    date: formatAge(texts.ago, sentAt, now, locale),
    status: isWaiting(payment) ? 'pending' : isNothing(status) ? 'failed' : 'confirmed',
    sent: status,
  }
}

/** Whether a payment with this status moved nothing. */
function isNothing(status: SentRow['status']): boolean {
  return ['failed', 'cancelled', 'replaced', 'expired'].includes(status)
}

/**
 * Completes a row of the history from the signed payment: the history lacks the receiver of a payment, and the amounts
 * of a pending payment. Leaves the row unchanged if the chain did not do what was signed.
 */
function withSigned(row: ActivityRow, payment: SentRow, locale: string): ShownRow {
  if (payment.status === 'mismatched' || payment.status === 'uncompared') return row
  const { kind, party, amounts, to, isRevocation } = toRow(payment, locale)
  const isComplete = row.status === 'confirmed' && row.kind !== 'executed' && row.amounts.length > 0
  if (!isComplete) return { ...row, kind, party, amounts, isRevocation, ...(kind === 'sent' && { to }) }
  return kind === 'sent' && row.kind === 'sent' ? { ...row, party, to } : row
}

const kinds = { send: 'sent', approve: 'approved', swap: 'swapped' } as const

function toRow({ account, kind, to, out }: Payment, locale: string) {
  const sign = kind === 'approve' ? '' : '\u2212'
  const revokes = isRevocation({ kind, out })
  const text = revokes ? out.symbol : `${sign}${formatDecimal(out.text, locale)}\u00a0${out.symbol}`
  const full = revokes ? out.symbol : `${sign}${out.text}\u00a0${out.symbol}`
  return {
    kind: kinds[kind],
    future: false,
    nft: false,
    party: { kind: kind === 'send' ? 'to' : 'on', name: to },
    amounts: [{ direction: kind === 'approve' ? 'self' : 'out', text, full }],
    isRevocation: revokes,
    from: account.slice(account.lastIndexOf(':') + 1),
    to,
  } satisfies Partial<ShownRow>
}
