/**
 * The stored records of sent transactions and of open wallet requests. After an account disconnects, only the network and
 * hash of its sent transactions remain, until they are settled (F33).
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

/** How long no node may know a transaction before the transaction is given up. Milliseconds. */
export const MAX_WAIT = 24 * 60 * 60_000

/** The status of a sent transaction, as the checks have found it. */
const onChainStatus = v.pipe(
  v.object({
    status: orAbsent(v.picklist(sentStatuses)),
    /** Whether the status is final; then the transaction is not checked again. */
    isSettled: orAbsent(v.boolean()),
    /** EVM: the transaction's nonce, once a node has returned it. */
    nonce: orAbsent(count),
    /** EVM: the account's next nonce and the block height when the wallet was asked, or soon after. */
    startNonce: orAbsent(count),
    startBlock: orAbsent(count),
    /** EVM: whether another account, such as a relayer's, signed the transaction. */
    isRelayed: orAbsent(v.boolean()),
    /**
     * The last block that was searched for the transaction that executes the payment. Present only if the wallet returned
     * an id of its own, such as a Safe's hash, in place of a transaction hash.
     */
    searchedTo: orAbsent(count),
    /** For the search by `searchedTo`: how many blocks the node allows at once. */
    searchWidth: orAbsent(count),
    /** For the search by `searchedTo`: whether more blocks are left than fit into one check. */
    isBehind: orAbsent(v.boolean()),
    /**
     * Result of the search by `searchedTo`: hash of the transaction that executed the payment; empty if its block was
     * replaced.
     */
    executedBy: orAbsent(v.string()),
    /**
     * EVM, for nodes without historical state: the lowest block that was searched for a transaction with the payment's
     * nonce; 0 if none was searched.
     */
    scannedTo: orAbsent(count),
    /** For the search by `scannedTo`: the lowest block to search. */
    scanEnd: orAbsent(count),
    /**
     * EVM: whether no transaction could be found for one of the account's used nonces. The payment may have used that
     * nonce.
     */
    isUnexplained: orAbsent(v.boolean()),
    /** Number of the block that includes the transaction; 0 if that block was replaced. */
    block: orAbsent(count),
    /** Hash of the block in which the transaction was compared with the review. */
    comparedIn: orAbsent(v.string()),
    /** Time at which the transaction was first seen in a block. Milliseconds since 1970. */
    minedAt: orAbsent(count),
    /**
     * EVM: number of the block that contains another transaction with the payment's nonce, while that block is not
     * final; 0 if there is no such transaction.
     */
    rivalBlock: orAbsent(count),
    /** Time at which the rival transaction was first found in `rivalBlock`. Milliseconds since 1970. */
    rivalAt: orAbsent(count),
    /** Time of the last check in which a node knew the transaction. Milliseconds since 1970. */
    seenAt: orAbsent(count),
    /** Number of checks in a row in which no node knew the transaction. */
    unseen: orAbsent(count),
    /**
     * Solana: until this time, nodes were asked without a long pause, so no node can have known the transaction and
     * forgotten it again. Milliseconds since 1970.
     */
    heardAt: orAbsent(count),
    /** Solana: block height of the first check. */
    firstHeight: orAbsent(count),
    /** Hash of the transaction that replaced this one. */
    replacedBy: orAbsent(v.string()),
    /** The amount that the account received from a swap: base units, in decimal digits. */
    received: orAbsent(unitsText),
    /** Whether the transaction was settled, and is open again after a reorganisation. */
    isReopened: orAbsent(v.boolean()),
    /** Time of the last check. Milliseconds since 1970. */
    lookedAt: orAbsent(count),
  }),
  v.transform(defined),
)

export type OnChainStatus = v.InferOutput<typeof onChainStatus>

const transactionName = v.object({ caipNetworkId, hash: v.string() })

export interface SentRecord extends OnChainStatus, v.InferOutput<typeof transactionName> {
  /** Milliseconds since 1970; 0 for a disconnected account. */
  sentAt: number
  /** `account` and `row` are absent for a disconnected account. */
  account?: CaipAddress
  row?: SentRow
  lastValidBlockHeight?: number
  isSettled: boolean
}

const requestRecord = v.pipe(
  v.object({
    payment: pendingRequest,
    /** EVM: lowest nonce that the payment may have. */
    nonce: orAbsent(count),
    /** EVM: block height when the wallet was asked. */
    block: orAbsent(count),
    /** Solana: signature of the account's previous transaction; empty if there was none. */
    after: orAbsent(v.string()),
    /** Time of the last search for the transaction. Milliseconds since 1970. */
    lookedAt: orAbsent(count),
  }),
  v.transform(defined),
)

export type PendingRequestRecord = v.InferOutput<typeof requestRecord>

export interface SentRecords {
  /** `isRead`: false while the disk is unavailable; then the list may be incomplete. */
  list(): Promise<{
    sent: readonly SentRecord[]
    requests: readonly PendingRequestRecord[]
    isRead: boolean
  }>
  /** Adds a sent payment. Does not change an existing record of it. */
  add(sent: SentTransaction): Promise<void>
  change(record: SentRecord, onChainStatus: OnChainStatus & { lookedAt: number }): Promise<void>
  /** Adds a request. Does not change an existing record, and ignores a request that has become a sent payment. */
  addRequest(request: PendingRequest): Promise<void>
  changeRequest(record: PendingRequestRecord, change: Omit<PendingRequestRecord, 'payment'>): Promise<void>
  removeRequest(id: string): Promise<void>
  /** Resolves when any tab next changes a record. Never resolves if the signal aborts first. */
  waitForChange(signal: AbortSignal): Promise<void>
}

type Kept = SentRecord | PendingRequestRecord

const PREFIX = 'sent/'
/**
 * Upper limit of settled records, which are kept for the list of sent payments and for recent receivers. The oldest are
 * removed.
 */
const MAX_SETTLED = 100
/** Upper limit of stored requests with an unknown outcome. */
const MAX_ASKED = 20

type RecordsContext = Pick<WorkerContext, 'durable' | 'tabs'>

const all = new WeakMap<WorkerContext['durable'], SentRecords>()

/** The records of this worker. Created once. */
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
        // After a reorganisation, the first transaction may be mined instead of its replacement: begin the record of
        // the first transaction anew.
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
    // Drop the received amount if the block was replaced.
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

/** The key must not contain the account, since the key stays when the account is forgotten. */
function toKey(kept: Kept): string {
  if (isRequest(kept)) return toRequestKey(kept.payment.id)
  return `${PREFIX}${kept.caipNetworkId}/${kept.hash}`
}

function toRequestKey(id: string): string {
  return `${PREFIX}asked/${id}`
}

/** Writes the fields of the row at the top level of the value, where the schema `sentTransaction` reads them. */
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

/** Needs only network and hash: other damaged fields must not hide a payment that may still go through. */
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
