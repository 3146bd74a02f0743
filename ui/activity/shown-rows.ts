/**
 * The rows of Activity: sent payments that the history does not have yet, then the history. The topic `sent` provides only the
 * former; a hash that the history has is shown by the history.
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
  /** Of what Billfold has handed to a wallet: what became of it. `unknown`: the wallet has not said whether it sent it. */
  sent?: SentRow['status'] | 'unknown'
}

/** recent: before the history, and not all of it is on its way. */
export type ShownGroup = ActivityGroup | { kind: 'recent'; count: number }

export interface ShownRows extends Pick<List<ActivityRow>, 'revision' | 'show'> {
  /** How many stand before the history. */
  readonly own: ReadonlySignal<readonly ShownRow[]>
  get(index: number): ShownRow | undefined
}

/** So long what has ended stands before a history that does not tell of it. Milliseconds. */
const TOLD_FOR = 24 * 60 * 60_000

export function useShownRows(list: List<ActivityRow>, account: CaipAddress): ShownRows {
  const { topic, payments, locale = navigator.language } = useViewer()
  return useMemo(() => {
    return createShownRows(list, payments && topic('sent', { account }), locale)
  }, [topic, payments, list, account, locale])
}

/** The rows of a list alone. */
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
  /** What was signed here, by the hash under which the history tells of it. */
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

/** With those that stand before the history. */
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
  // Recent transactions are on the first page. Until it is loaded, these rows are not shown.
  for (let index = 0; index < PAGE_SIZE; index += 1) known.add(list.get(index)?.hash?.toLowerCase())
  // The history tells of the transaction, not whether it did what was reviewed.
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

/** Nothing has moved. */
function isNothing(status: SentRow['status']): boolean {
  return ['failed', 'cancelled', 'replaced', 'expired'].includes(status)
}

/**
 * The history never names the receiver of a payment, and knows nothing of what has yet to happen. What was signed here
 * does, unless the chain did something else.
 */
function withSigned(row: ActivityRow, payment: SentRow, locale: string): ActivityRow {
  if (payment.status === 'mismatched' || payment.status === 'uncompared') return row
  const { kind, party, amounts, to } = toRow(payment, locale)
  const isComplete = row.status === 'confirmed' && row.kind !== 'executed' && row.amounts.length > 0
  if (!isComplete) return { ...row, kind, party, amounts, ...(kind === 'sent' && { to }) }
  return kind === 'sent' && row.kind === 'sent' ? { ...row, party, to } : row
}

const kinds = { send: 'sent', approve: 'approved', swap: 'swapped' } as const

function toRow({ account, kind, to, out }: Payment, locale: string) {
  const sign = kind === 'approve' ? '' : '\u2212'
  const text = `${sign}${formatDecimal(out.text, locale)}\u00a0${out.symbol}`
  const full = `${sign}${out.text}\u00a0${out.symbol}`
  return {
    kind: kinds[kind],
    future: false,
    nft: false,
    party: { kind: kind === 'send' ? 'to' : 'on', name: to },
    amounts: [{ direction: kind === 'approve' ? 'self' : 'out', text, full }],
    from: account.slice(account.lastIndexOf(':') + 1),
    to,
  } satisfies Partial<ShownRow>
}
