/**
 * Sent payments and their outcomes. Only one tab at a time checks them: once it has the lock, it first reads whether
 * another tab has checked meanwhile. Checks continue while a payment is open, with or without watchers.
 *
 *   remembered ─▶ open ── the node is asked every 3 s, after 25 s every 30 s ──▶ settled
 *      ▲           ▲ └─ after 25 s: shown as late, but still checked               │
 *      │           └──────────── a reorganisation has removed its block ───────────┘
 *      └─ found ── requested, but the wallet did not answer: searched every 30 s for an hour, then left to the person
 */
import type { CaipAddress, CaipNetworkId } from '../../../src/core/chains/caip.ts'
import { parseCaipAddress } from '../../../src/core/chains/caip.ts'
import {
  isOpen,
  isQueued,
  type PendingRequest,
  RECEIPT_WAIT,
  type SentList,
  type SentRow,
  type SentTransaction,
  toSent,
} from '../../../src/core/payments/sent.ts'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import {
  findReplacement,
  isCancel,
  isReplaceable,
  isSeparate,
  type PreparedReplacement,
  type ReplacementInput,
} from '../../../src/core/payments/replacement.ts'
import type { CommandContext, PushSource, WorkerContext } from '../../base/context.ts'
import { openRpc, type Rpc } from '../../http/rpc.ts'
import { isLocal } from './network-depth.ts'
import { sleep } from '../../../src/core/base/wait.ts'
import type * as Evm from './check-evm-payment.ts'
import type * as Replacement from './prepare-replacement.ts'
import { checkSolanaPayment } from './check-solana-payment.ts'
import { findRequestedPayment } from './find-requested-payment.ts'
import {
  type PendingRequestRecord,
  getSentRecords,
  MAX_WAIT,
  type SentRecord,
  type SentRecords,
  type OnChainStatus,
} from './sent-records.ts'

/**
 * Upper limit of open payments that are checked. Payments that wait for other signers come last. Within each group, the
 * oldest come first.
 */
export const MAX_POLLED = 99
/** Pause between checks: at first, while the user waits, and later. Milliseconds. */
const QUICK = 3_000
const SLOW = 30_000
/** Pause between checks of a payment that has waited for other signers for more than an hour. Milliseconds. */
const RARE = 300_000
/** How long to search for a payment without an answer from the wallet. Milliseconds. */
const ASKED_FOR = 3_600_000
const JOB = 'sent'

export async function rememberSent(sent: SentTransaction, context: CommandContext): Promise<undefined> {
  await getSentRecords(context).add(sent)
  track(context)
  return undefined
}

export async function trackRequest(request: PendingRequest, context: CommandContext): Promise<SentList> {
  const records = getSentRecords(context)
  await records.addRequest(request)
  track(context)
  return readList(context, request.account)
}

export async function dropRequest({ id }: { id: string }, context: CommandContext): Promise<undefined> {
  await getSentRecords(context).removeRequest(id)
  return undefined
}

/** @throws network_missing, code_missing, or the node's error */
export async function prepareReplacement(
  { account, hash, how }: ReplacementInput,
  context: CommandContext,
): Promise<PreparedReplacement> {
  const { payments } = await readList(context, account)
  const row = payments.find((one) => one.hash === hash)
  if (!row || isCancel(row)) return { status: 'unknown' }
  if (!isReplaceable(row)) return { status: isOpen(row) && !row.isIncluded ? 'unknown' : 'used' }
  // Speed up only transfers: the quote of a swap, or the reason for an approval, may be outdated. Also refuse if the wallet
  // has ignored the nonce of an earlier replacement: a speed-up would then be a second payment.
  if (how === 'speedUp' && (row.kind !== 'send' || payments.some(isSeparate))) return { status: 'unknown' }
  const rpc = openRpc(context, parseCaipAddress(account).caipNetworkId, context.signal)
  if (!rpc) throw new BillfoldError('network_missing', 'This page has no RPC URL for this network.')
  const rivals = payments.filter(({ replaces }) => replaces?.hash === hash).map((one) => one.hash)
  const code = await context.load<typeof Replacement>('evm')
  return code.prepareReplacement(row, rivals, how, rpc)
}

export function createSentSource(context: WorkerContext, account: CaipAddress): PushSource<SentList, never> {
  const records = getSentRecords(context)
  const { clock } = context
  const read = async () => ({ data: await readList(context, account), fetchedAt: clock.now() })

  return {
    load: read,
    async start(emit, signal) {
      while (!signal.aborted) {
        // Also check payments that other tabs have sent, since those tabs may be closed at any time.
        track(context)
        const changed = records.waitForChange(signal)
        const known = await read()
        emit.cached(known)
        const next = Math.min(
          ...known.data.payments.filter(isWaiting).map(({ sentAt }) => sentAt + RECEIPT_WAIT),
        )
        const late = Number.isFinite(next) ? [sleep(clock, Math.max(0, next - clock.now()), signal)] : []
        await Promise.race([changed, ...late]).catch(() => {})
      }
    },
  }
}

async function readList(context: WorkerContext, account: CaipAddress): Promise<SentList> {
  const { sent, requests } = await getSentRecords(context).list()
  const now = context.clock.now()
  const isOwn = (one: { account?: CaipAddress }) => one.account === account
  const payments = sent
    .filter(isOwn)
    .map((one) => toShown(one, now))
    .sort((a, b) => b.sentAt - a.sentAt)
  return {
    payments: payments.map((one) => withoutDrop(one, payments)),
    asked: requests
      .map(({ payment }) => payment)
      .filter(isOwn)
      .sort((a, b) => b.askedAt - a.askedAt),
  }
}

function isWaiting({ status }: SentRow): boolean {
  return status === 'pending'
}

/** The row as views show it. The status `late` is computed from the time since sending, and is never stored. */
function toShown({ row, isSettled, nonce, block }: SentRecord, now: number): SentRow {
  const shown = { ...row!, ...(nonce !== undefined && { nonce }) }
  if (isSettled) return { ...shown, isSettled }
  const { status } = shown
  const isLate = status === 'pending' && now - shown.sentAt >= RECEIPT_WAIT
  return { ...shown, status: isLate ? 'late' : status, ...(block && { isIncluded: true }) }
}

/**
 * A node drops a payment when it accepts a replacement. While the replacement is open, show the payment as late, not as
 * dropped.
 */
function withoutDrop(payment: SentRow, payments: readonly SentRow[]): SentRow {
  const isReplaced = payment.status === 'dropped' && findReplacement(payments, payment) !== undefined
  return isReplaced ? { ...payment, status: 'late' } : payment
}

/** Checks payments until none is open. */
function track(context: WorkerContext): void {
  void context.jobs.run(JOB, '', async (signal) => {
    const records = getSentRecords(context)
    while (!signal.aborted) {
      let isChanged = false
      const changed = records.waitForChange(signal).then(() => void (isChanged = true))
      const now = context.clock.now()
      const { sent, requests } = await readDue(records, now)
      const next = [
        ...sent.map((one) => getNextCheck(one, now)),
        ...requests.map((one) => getNextSearch(one, now)),
      ]
      // Nothing is open. A payment that is added later starts a new job.
      if (next.length === 0 && !isChanged) return context.jobs.stop(JOB)
      if (next.length === 0) continue
      const wait = Math.min(...next) - context.clock.now()
      if (wait > 0) {
        await Promise.race([changed, sleep(context.clock, wait, signal)])
        continue
      }
      await context.tabs.withLock('sent', () => checkAll(context, records, signal), signal)
    }
  })
}

async function readDue(records: SentRecords, now: number) {
  const { sent, requests } = await records.list()
  const open = sent
    .filter(({ isSettled }) => !isSettled)
    .sort((a, b) => Number(waitsLong(a)) - Number(waitsLong(b)) || a.sentAt - b.sentAt)
  return {
    all: sent,
    sent: open.slice(0, MAX_POLLED),
    requests: requests.filter((one) => isSearched(one) && now - one.payment.askedAt < ASKED_FOR),
  }
}

function waitsLong({ row }: SentRecord): boolean {
  return row !== undefined && isQueued(row)
}

/**
 * Time of the next check. Milliseconds since 1970. Returns `now` if the payment was never checked, or if the clock was
 * set back.
 */
function getNextCheck(record: SentRecord, now: number): number {
  const { sentAt, lookedAt } = record
  if (lookedAt === undefined || lookedAt > now) return now
  const age = lookedAt - sentAt
  if (waitsLong(record) && age >= ASKED_FOR && !record.isBehind) return lookedAt + RARE
  return lookedAt + (age < RECEIPT_WAIT ? QUICK : SLOW)
}

function getNextSearch({ lookedAt }: PendingRequestRecord, now: number): number {
  return lookedAt === undefined || lookedAt > now ? now : lookedAt + SLOW
}

/**
 * Whether to search for the payment on the chain. A swap cannot be recognised on the chain, since its calldata comes
 * from a provider. So for a swap, only the account's state at the time of the request is read.
 */
function isSearched({ payment, nonce }: PendingRequestRecord): boolean {
  return payment.kind !== 'swap' || nonce === undefined
}

async function checkAll(context: WorkerContext, records: SentRecords, signal: AbortSignal): Promise<void> {
  const now = context.clock.now()
  const due = await readDue(records, now)
  const known = new Set(due.all.map(toComparable))
  const open = due.sent.filter((one) => getNextCheck(one, now) <= now)
  await Promise.all(open.map((one) => checkOne(context, records, one, { known, signal })))
  // Search for one request after the other, so that no transaction is matched with two requests.
  for (const one of due.requests)
    if (getNextSearch(one, now) <= now) await searchOne(context, records, one, known, signal)
}

/** Checks one payment. A failed check changes only `lookedAt`. */
async function checkOne(
  context: WorkerContext,
  records: SentRecords,
  record: SentRecord,
  { known, signal }: { known: ReadonlySet<string>; signal: AbortSignal },
): Promise<void> {
  const check = await loadCheck(context, record, known)
  // Read the clock after loading the code: the answer belongs to the time of the request.
  const lookedAt = context.clock.now()
  const rpc = openRpc(context, record.caipNetworkId, signal)
  // Without a node the outcome stays unknown; give up after MAX_WAIT.
  const nothing: OnChainStatus =
    lookedAt - record.sentAt >= MAX_WAIT ? { status: 'lost', isSettled: true } : {}
  const found: OnChainStatus = rpc ? await check(rpc, lookedAt).catch(() => ({})) : nothing
  if (signal.aborted) return
  const { status, replacedBy } = found
  // Add the renewed payment before the record of the first payment is settled, so that nothing is lost in between.
  if (status === 'renewed' && replacedBy && record.row) {
    const { asked: _asked, replaces: _replaces, ...sent } = toSent(record.row)
    await records.add({ ...sent, hash: replacedBy })
  }
  await records.change(record, { ...found, lookedAt })
}

async function loadCheck(context: WorkerContext, record: SentRecord, known: ReadonlySet<string>) {
  const { load, config } = context
  if (isSolana(record.caipNetworkId))
    return (rpc: Rpc, now: number) => checkSolanaPayment(record, rpc, now, load)
  const code = await load<typeof Evm>('evm').catch(() => undefined)
  const { caipNetworkId } = record
  const local = isLocal(config.networks.find((network) => network.caipNetworkId === caipNetworkId))
  // Do not rule out the original of a replacement: if no node knows the replacement, the original may have been mined
  // instead.
  const replaced = record.row?.replaces?.hash.toLowerCase()
  const others = new Set([...known].filter((hash) => hash !== replaced))
  return async (rpc: Rpc, now: number) =>
    code?.checkEvmPayment({ ...record, isLocal: local }, rpc, now, others) ?? {}
}

async function searchOne(
  context: WorkerContext,
  records: SentRecords,
  record: PendingRequestRecord,
  known: Set<string>,
  signal: AbortSignal,
): Promise<void> {
  const lookedAt = context.clock.now()
  const { id, askedAt, ...payment } = record.payment
  const { caipNetworkId } = parseCaipAddress(payment.account)
  const rpc = openRpc(context, caipNetworkId, signal)
  const { hash, ...cursor } = rpc
    ? await findRequestedPayment(record, rpc, known, context).catch(() => ({}) as never)
    : {}
  if (signal.aborted) return
  if (hash) {
    known.add(toComparable({ caipNetworkId, hash }))
    return records.add({ ...payment, hash, sentAt: askedAt, asked: id })
  }
  await records.changeRequest(record, { lookedAt, ...cursor })
}

/** The hash in a form for comparison: hex is case-insensitive, base58 is case-sensitive. */
function toComparable({ caipNetworkId, hash }: Pick<SentRecord, 'caipNetworkId' | 'hash'>): string {
  return isSolana(caipNetworkId) ? hash : hash.toLowerCase()
}

function isSolana(caipNetworkId: CaipNetworkId): boolean {
  return caipNetworkId.startsWith('solana:')
}
