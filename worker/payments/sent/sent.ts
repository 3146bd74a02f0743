/**
 * What was handed to a wallet, and what became of it. All tabs check as one: the tab that has the lock first reads
 * whether another one has checked meanwhile. It goes on while one is open, whether or not anybody watches, and then there is not one
 * request more.
 *
 *   remembered ─▶ open ─ each 3 s, from 25 s on each 30 s: its network's node is asked ─▶ settled
 *      ▲           ▲ └─ past 25 s: late, which is no end                                    │
 *      │           └──────── its block is gone again, within some time ─────────────────────┘
 *      └─ found ── asked for, and no answer came: each 30 s for an hour, then it only waits for a person
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

/** Of those that are open, the oldest; the next one is looked for when one of them has settled. */
export const MAX_POLLED = 99
/** Between two checks while a person waits, and from then on. Milliseconds. */
const QUICK = 3_000
const SLOW = 30_000
/** Of what other signers have yet to agree to, after an hour. Milliseconds. */
const RARE = 300_000
/** So long a payment is looked for that a wallet has not answered for. Milliseconds. */
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

/** @throws network_missing, code_missing, and what the node meets */
export async function prepareReplacement(
  { account, hash, how }: ReplacementInput,
  context: CommandContext,
): Promise<PreparedReplacement> {
  const { payments } = await readList(context, account)
  const row = payments.find((one) => one.hash === hash)
  if (!row || isCancel(row)) return { status: 'unknown' }
  if (!isReplaceable(row)) return { status: isOpen(row) && !row.isIncluded ? 'unknown' : 'used' }
  // The quote of a swap may be old by now, and so may what an approval was for. What a wallet has done once, it does again:
  // whatever the page says of it, a number of its own would be a second payment.
  if (how === 'speedUp' && (row.kind !== 'send' || payments.some(isSeparate))) return { status: 'unknown' }
  const rpc = openRpc(context, parseCaipAddress(account).caipNetworkId, context.signal)
  if (!rpc) throw new BillfoldError('network_missing', 'The network of this payment names no node.')
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
        // What another tab has sent is followed here, too: that tab may be gone any moment.
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

/** Adds "late" by the time since sending; it is never stored. */
function toShown({ row, isSettled, nonce, block }: SentRecord, now: number): SentRow {
  const shown = { ...row!, ...(nonce !== undefined && { nonce }) }
  if (isSettled) return { ...shown, isSettled }
  const { status } = shown
  const isLate = status === 'pending' && now - shown.sentAt >= RECEIPT_WAIT
  return { ...shown, status: isLate ? 'late' : status, ...(block && { isIncluded: true }) }
}

/** Nodes drop what they have another one in place of: while that waits, this one does, too. */
function withoutDrop(payment: SentRow, payments: readonly SentRow[]): SentRow {
  const isReplaced = payment.status === 'dropped' && findReplacement(payments, payment) !== undefined
  return isReplaced ? { ...payment, status: 'late' } : payment
}

/** As long as one is open. */
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
      // What comes in from here on starts a job of its own.
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

/** Those that are looked for. */
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

/** At once where the clock was set back since. */
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
 * The call of a swap is made by its provider, so it cannot be recognised on the chain; only how the account was when the
 * wallet was asked is read.
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
  // One after the other: a transaction that matches one request must not match another.
  for (const one of due.requests)
    if (getNextSearch(one, now) <= now) await searchOne(context, records, one, known, signal)
}

/** What the node does not say is not known: nothing changes then. */
async function checkOne(
  context: WorkerContext,
  records: SentRecords,
  record: SentRecord,
  { known, signal }: { known: ReadonlySet<string>; signal: AbortSignal },
): Promise<void> {
  const check = await loadCheck(context, record, known)
  // After the code is there: what a node says counts from when it was asked.
  const lookedAt = context.clock.now()
  const rpc = openRpc(context, record.caipNetworkId, signal)
  // Without a node the outcome can never be found out.
  const nothing: OnChainStatus =
    lookedAt - record.sentAt >= MAX_WAIT ? { status: 'lost', isSettled: true } : {}
  const found: OnChainStatus = rpc ? await check(rpc, lookedAt).catch(() => ({})) : nothing
  if (signal.aborted) return
  const { status, replacedBy } = found
  // The one that goes on is there before this one has ended.
  if (status === 'renewed' && replacedBy && record.row) {
    const { asked: _asked, replaces: _replaces, ...sent } = toSent(record.row)
    await records.add({ ...sent, hash: replacedBy })
  }
  await records.change(record, { ...found, lookedAt })
}

/** Without the code to read it nothing is known either. */
async function loadCheck(context: WorkerContext, record: SentRecord, known: ReadonlySet<string>) {
  const { load, config } = context
  if (isSolana(record.caipNetworkId))
    return (rpc: Rpc, now: number) => checkSolanaPayment(record, rpc, now, load)
  const code = await load<typeof Evm>('evm').catch(() => undefined)
  const { caipNetworkId } = record
  const local = isLocal(config.networks.find((network) => network.caipNetworkId === caipNetworkId))
  // Where it was to take another one's place and no node has it, that one may be in a block instead of it.
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

/** Hexadecimal digits are blind to case, base58 is not. */
function toComparable({ caipNetworkId, hash }: Pick<SentRecord, 'caipNetworkId' | 'hash'>): string {
  return isSolana(caipNetworkId) ? hash : hash.toLowerCase()
}

function isSolana(caipNetworkId: CaipNetworkId): boolean {
  return caipNetworkId.startsWith('solana:')
}
