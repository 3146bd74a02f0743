/**
 * What was handed to a wallet, and what became of it. All tabs look as one: whoever has its turn reads first whether
 * another one has looked meanwhile. It goes on while one is open, whether or not anybody watches, and then there is not one
 * request more.
 *
 *   remembered ─▶ open ─ each 3 s, from 25 s on each 30 s: its network's node is asked ─▶ settled
 *                  ▲ └─ past 25 s: late, which is no end                                    │
 *                  └──────── its block is gone again, within some time ─────────────────────┘
 */
import type { CaipAddress } from '../../src/core/caip.ts'
import { RECEIPT_WAIT, type SentList, type SentRow, type SentTransaction } from '../../src/core/sent.ts'
import type { CommandContext, PushSource, WorkerContext } from '../context.ts'
import { openRpc } from '../http/rpc.ts'
import { sleep } from '../wait.ts'
import { lookAtEvm } from './look-at-evm.ts'
import { lookAtSolana } from './look-at-solana.ts'
import { getSentRecords, type SentRecord, type SentRecords } from './sent-records.ts'

/** Of those that are open, the oldest; the next one is looked for when one of them has settled. */
export const MOST_POLLED = 99
/** Between two looks while a person waits, and from then on. Milliseconds. */
const QUICK = 3_000
const SLOW = 30_000

export async function rememberSent(sent: SentTransaction, context: CommandContext): Promise<undefined> {
  await getSentRecords(context).add(sent)
  track(context)
  return undefined
}

export function createSentSource(context: WorkerContext, account: CaipAddress): PushSource<SentList, never> {
  const records = getSentRecords(context)
  const { clock } = context

  async function read() {
    const own = (await records.list()).filter((one) => one.account === account)
    const payments = own.map(({ row }) => toShown(row!, clock.now())).sort((a, b) => b.sentAt - a.sentAt)
    return { data: { payments }, fetchedAt: clock.now() }
  }

  return {
    load: read,
    async start(emit, signal) {
      track(context)
      while (!signal.aborted) {
        const changed = records.waitForChange(signal)
        const known = await read()
        emit.known(known)
        const next = Math.min(
          ...known.data.payments.filter(isWaiting).map(({ sentAt }) => sentAt + RECEIPT_WAIT),
        )
        const late = Number.isFinite(next) ? [sleep(clock, Math.max(0, next - clock.now()), signal)] : []
        await Promise.race([changed, ...late]).catch(() => {})
      }
    },
  }
}

function isWaiting({ status }: SentRow): boolean {
  return status === 'pending'
}

/** Only the clock says that one is late: nothing has happened to it. */
function toShown(row: SentRow, now: number): SentRow {
  return row.status === 'pending' && now - row.sentAt >= RECEIPT_WAIT ? { ...row, status: 'late' } : row
}

/** As long as one is open. */
function track(context: WorkerContext): void {
  void context.jobs.run('sent', '', async (signal) => {
    const records = getSentRecords(context)
    while (!signal.aborted) {
      const changed = records.waitForChange(signal)
      const due = getDue(await records.list())
      if (due.length === 0) return
      const wait = Math.min(...due.map(getNextLook)) - context.clock.now()
      if (wait > 0) {
        await Promise.race([changed, sleep(context.clock, wait, signal)])
        continue
      }
      await context.tabs.exclusive('sent', () => lookAtAll(context, records, signal), signal)
    }
  })
}

/** Those that are looked for. */
function getDue(all: readonly SentRecord[]): readonly SentRecord[] {
  const open = all.filter(({ isSettled }) => !isSettled)
  return open.sort((a, b) => a.sentAt - b.sentAt).slice(0, MOST_POLLED)
}

function getNextLook({ sentAt, lookedAt }: SentRecord): number {
  if (lookedAt === undefined) return sentAt
  return lookedAt + (lookedAt - sentAt < RECEIPT_WAIT ? QUICK : SLOW)
}

async function lookAtAll(context: WorkerContext, records: SentRecords, signal: AbortSignal): Promise<void> {
  const due = getDue(await records.list()).filter((one) => getNextLook(one) <= context.clock.now())
  await Promise.all(due.map((one) => lookAtOne(context, records, one, signal)))
}

/** What the node does not say is not known: nothing changes then. */
async function lookAtOne(
  context: WorkerContext,
  records: SentRecords,
  record: SentRecord,
  signal: AbortSignal,
): Promise<void> {
  const rpc = openRpc(context, record.caipNetworkId, signal)
  const lookedAt = context.clock.now()
  const look = record.caipNetworkId.startsWith('solana:') ? lookAtSolana : lookAtEvm
  const found = rpc ? await look(record, rpc, lookedAt).catch(() => ({})) : {}
  if (!signal.aborted) await records.change(record, { ...found, lookedAt })
}
