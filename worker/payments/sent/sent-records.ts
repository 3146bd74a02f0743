/**
 * The stored records of sent transactions and of open wallet requests. Of a disconnected account only the network and
 * hash of sent transactions remain, until they are settled (F33).
 */
import * as v from 'valibot'
import { type CaipAddress, parseCaipAddress } from '../../../src/core/chains/caip.ts'
import {
  caipNetworkId,
  count,
  defined,
  orAbsent,
  parseOrNone,
  unitsText,
} from '../../../src/core/contract/schemas.ts'
import {
  isOpen,
  type PendingRequest,
  type SentRow,
  sentStatuses,
  type SentTransaction,
  toSent,
} from '../../../src/core/payments/sent.ts'
import { pendingRequest, sentTransaction } from '../../../src/core/payments/sent-schemas.ts'
import { type DurableRecord, ownerOf, type WorkerContext } from '../../base/context.ts'
import { createKeptRecords } from './kept-records.ts'

/** Give up on a transaction that no node has known for this long. Milliseconds. */
export const MAX_WAIT = 24 * 60 * 60_000

/** The onchain status of a sent transaction. */
const onChainStatus = v.pipe(
  v.object({
    status: orAbsent(v.picklist(sentStatuses)),
    /** The status is final. */
    isSettled: orAbsent(v.boolean()),
    /** EVM: its nonce, once a node has returned it. */
    nonce: orAbsent(count),
    /** EVM: the account's next nonce and the block height when the wallet was asked, or soon after. */
    startNonce: orAbsent(count),
    startBlock: orAbsent(count),
    /** EVM: another account, such as a relayer's, signed the transaction. */
    isRelayed: orAbsent(v.boolean()),
    /** For a hash of the wallet's own (not a transaction's): the last block searched for the transaction that executes it. */
    searchedTo: orAbsent(count),
    /** For the same: how many blocks the node allows per search. */
    searchWidth: orAbsent(count),
    /** For the same: more blocks are left than fit into one check. */
    isBehind: orAbsent(v.boolean()),
    /** For the same: hash of the transaction that executed it; empty if its block was replaced. */
    executedBy: orAbsent(v.string()),
    /** EVM, for nodes without historical state: the lowest block searched for a transaction with its nonce; 0 for none. */
    scannedTo: orAbsent(count),
    /** For the same: the lowest block to search. */
    scanEnd: orAbsent(count),
    /** EVM: a used nonce could not be matched with a transaction, so this payment may be it. */
    isUnexplained: orAbsent(v.boolean()),
    /** Number of the block that includes it; 0 if that block was replaced. */
    block: orAbsent(count),
    /** Hash of the block in which it was compared with the review. */
    comparedIn: orAbsent(v.string()),
    /** When it was first seen in a block. Milliseconds since 1970. */
    minedAt: orAbsent(count),
    /** EVM: the block of another transaction with its nonce, not final yet; 0 for none. */
    rivalBlock: orAbsent(count),
    /** When that transaction was first found. Milliseconds since 1970. */
    rivalAt: orAbsent(count),
    /** When a node last knew it. Milliseconds since 1970. */
    seenAt: orAbsent(count),
    /** Checks in a row in which no node knew it. */
    unseen: orAbsent(count),
    /**
     * Solana: nodes were asked without a long gap until then, so none can have known and forgotten it. Milliseconds
     * since 1970.
     */
    heardAt: orAbsent(count),
    /** Solana: block height of the first check. */
    firstHeight: orAbsent(count),
    /** Hash of the transaction that replaced it. */
    replacedBy: orAbsent(v.string()),
    /** The received amount of a swap's token: base units, in decimal digits. */
    received: orAbsent(unitsText),
    /** It was settled, and is open again after a reorganisation. */
    isReopened: orAbsent(v.boolean()),
    /** Milliseconds since 1970. */
    lookedAt: orAbsent(count),
  }),
  v.transform(defined),
)

export type OnChainStatus = v.InferOutput<typeof onChainStatus>

const transactionName = v.object({ caipNetworkId, hash: v.string() })

export interface SentRecord extends OnChainStatus, v.InferOutput<typeof transactionName> {
  /** Milliseconds since 1970; 0 for a disconnected account. */
  sentAt: number
  /** Both are absent for a disconnected account. */
  account?: CaipAddress
  row?: SentRow
  lastValidBlockHeight?: number
  isSettled: boolean
}

const requestRecord = v.pipe(
  v.object({
    payment: pendingRequest,
    /** EVM: nonce of the first transaction that it may be. */
    nonce: orAbsent(count),
    /** EVM: block height when the wallet was asked. */
    block: orAbsent(count),
    /** Solana: signature of the account's previous transaction; empty if there was none. */
    after: orAbsent(v.string()),
    /** Milliseconds since 1970. */
    lookedAt: orAbsent(count),
  }),
  v.transform(defined),
)

export type PendingRequestRecord = v.InferOutput<typeof requestRecord>

export interface SentRecords {
  /** `isRead`: false while the disk is unavailable; the list may be incomplete then. */
  list(): Promise<{
    sent: readonly SentRecord[]
    requests: readonly PendingRequestRecord[]
    isRead: boolean
  }>
  /** Does not change a record that exists. */
  add(sent: SentTransaction): Promise<void>
  change(record: SentRecord, onChainStatus: OnChainStatus & { lookedAt: number }): Promise<void>
  /** Does not change a record that exists, and ignores a request that has become a sent payment. */
  addRequest(request: PendingRequest): Promise<void>
  changeRequest(record: PendingRequestRecord, change: Omit<PendingRequestRecord, 'payment'>): Promise<void>
  removeRequest(id: string): Promise<void>
  /** Resolves with the next change in any tab; never if the signal aborts first. */
  waitForChange(signal: AbortSignal): Promise<void>
}

type Kept = SentRecord | PendingRequestRecord

const PREFIX = 'sent/'
/** Most settled records that are kept, for the list and as paid receivers; older ones are removed. */
const MAX_SETTLED = 100
/** Most requests with an unknown outcome that are kept. */
const MAX_ASKED = 20

type RecordsContext = Pick<WorkerContext, 'durable' | 'tabs'>

const all = new WeakMap<WorkerContext['durable'], SentRecords>()

/** The records of this worker, created once. */
export function getSentRecords(context: RecordsContext): SentRecords {
  const found = all.get(context.durable) ?? createSentRecords(context)
  all.set(context.durable, found)
  return found
}

function createSentRecords(context: RecordsContext): SentRecords {
  const kept = createKeptRecords<Kept>(context, { prefix: PREFIX, toKey, toStored, read })

  async function list() {
    const { all, isRead } = await kept.list()
    return { sent: all.filter(isSent), requests: all.filter(isRequest), isRead }
  }

  async function prune(): Promise<void> {
    const settled = (await list()).sent
      .filter(({ isSettled }) => isSettled)
      .sort((a, b) => b.sentAt - a.sentAt)
    const gone = settled.filter(({ row }, at) => !row || at >= MAX_SETTLED)
    await Promise.all(gone.map((one) => kept.remove(toKey(one))))
  }

  return {
    list,
    waitForChange: kept.waitForChange,
    async add(sent) {
      const { requests } = await list()
      const { nonce, block } = requests.find(({ payment }) => payment.id === sent.asked) ?? {}
      const start = defined({ startNonce: nonce, startBlock: block })
      const record = { ...toRecord({ ...sent, status: 'pending' }), ...start }
      await kept.update(toKey(record), (stored) => {
        // After a reorganisation the first transaction may be mined in place of its replacement.
        if (!stored || (isSent(stored) && stored.row?.status === 'renewed')) return record
        return !isSent(stored) || stored.row ? undefined : { ...stored, ...record }
      })
      if (sent.asked) await kept.remove(toRequestKey(sent.asked))
    },
    async change(record, { status, ...found }) {
      await kept.update(toKey(record), (stored) => {
        if (!stored || !isSent(stored)) return undefined
        const { row } = stored
        const onChainStatus = { ...found, ...(row && status && { isReopened: isReopened(row, status) }) }
        return { ...stored, ...onChainStatus, ...(row && { row: showSeen(row, status, onChainStatus) }) }
      })
      if (found.isSettled) await prune()
    },
    async addRequest(payment) {
      const { sent, requests } = await list()
      if (sent.some(({ row }) => row?.asked === payment.id)) return
      await kept.update(toRequestKey(payment.id), (stored) => (stored ? undefined : { payment }))
      const old = [...requests].sort((a, b) => b.payment.askedAt - a.payment.askedAt).slice(MAX_ASKED - 1)
      await Promise.all(old.map((one) => kept.remove(toKey(one))))
    },
    changeRequest: (record, change) =>
      kept.update(toKey(record), (stored) =>
        stored && isRequest(stored) ? { ...stored, ...change } : undefined,
      ),
    removeRequest: (id) => kept.remove(toRequestKey(id)),
  }
}

function isReopened(row: SentRow, status: SentRow['status']): boolean {
  return isOpen({ status }) && (!isOpen(row) || row.isReopened === true)
}

function showSeen(row: SentRow, status: SentRow['status'] | undefined, seen: OnChainStatus): SentRow {
  const { replacedBy = row.replacedBy, received = row.received, executedBy = row.executedBy } = seen
  const { isReopened = row.isReopened } = seen
  return {
    ...toSent(row),
    status: status ?? row.status,
    ...(replacedBy && { replacedBy }),
    // Drop the received amount if its block was replaced.
    ...(received && status !== 'pending' && { received }),
    ...(executedBy && { executedBy }),
    ...(isReopened && { isReopened }),
  }
}

function isRequest(kept: Kept): kept is PendingRequestRecord {
  return 'payment' in kept
}

function isSent(kept: Kept): kept is SentRecord {
  return !isRequest(kept)
}

function toRecord(row: SentRow): SentRecord {
  const { account, hash, sentAt, lastValidBlockHeight } = row
  const { caipNetworkId } = parseCaipAddress(account)
  const height = lastValidBlockHeight === undefined ? {} : { lastValidBlockHeight }
  return { caipNetworkId, hash, sentAt, account, row, isSettled: false, ...height }
}

/** The key does not contain the account. */
function toKey(kept: Kept): string {
  if (isRequest(kept)) return toRequestKey(kept.payment.id)
  return `${PREFIX}${kept.caipNetworkId}/${kept.hash}`
}

function toRequestKey(id: string): string {
  return `${PREFIX}asked/${id}`
}

/** Stores the fields of the row at the top level, so that they read as the sent transaction. */
function toStored(kept: Kept, owner = ''): Omit<DurableRecord, 'key'> {
  if (isRequest(kept)) return { owner: ownerOf(kept.payment.account), value: kept }
  const { row, account, ...rest } = kept
  const { caipNetworkId, hash, isSettled } = rest
  return {
    owner: account ? ownerOf(account) : owner,
    value: { ...row, ...rest },
    ...(isSettled ? {} : { remains: { caipNetworkId, hash } }),
  }
}

function read({ value }: DurableRecord): Kept | undefined {
  return parseOrNone(requestRecord, value) ?? readSentRecord(value)
}

/** Network and hash suffice: other damaged fields must not hide a payment that may go through. */
function readSentRecord(value: unknown): SentRecord | undefined {
  const name = parseOrNone(transactionName, value)
  if (!name) return undefined
  const { status, ...seen } = parseOrNone(onChainStatus, value) ?? {}
  const sent = parseOrNone(sentTransaction, value)
  const { replacedBy, received, executedBy = '', isReopened } = seen
  const known =
    sent && status && status !== 'late'
      ? toRecord({
          ...sent,
          status,
          ...defined({ replacedBy, received }),
          ...(executedBy && { executedBy }),
          ...(isReopened && { isReopened }),
        })
      : undefined
  return { ...(known ?? { ...name, sentAt: 0 }), ...seen, isSettled: seen.isSettled === true }
}
