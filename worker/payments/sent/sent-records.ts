/**
 * What is kept of each transaction that was handed to a wallet, and of each that a wallet was asked for. Of an account that
 * has left only network and hash of what was sent remain, until the network has said what became of it (F33).
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

/** How long after a node last knew a transaction it is given up. Milliseconds. */
export const MAX_WAIT = 24 * 60 * 60_000

/** What was seen of one on the network. */
const onChainStatus = v.pipe(
  v.object({
    status: orAbsent(v.picklist(sentStatuses)),
    /** Nothing more is to be found out about it. */
    isSettled: orAbsent(v.boolean()),
    /** Of EVM: its number among those of its account, once a node has shown it. */
    nonce: orAbsent(count),
    /** Of EVM: the account's next number, and the height of the chain, when the wallet was asked, or soon after. */
    startNonce: orAbsent(count),
    startBlock: orAbsent(count),
    /** Of EVM: another account, such as a relayer's, has signed the transaction. */
    isRelayed: orAbsent(v.boolean()),
    /** Of a hash that is the wallet's own: the last block that was searched for what carries it out. */
    searchedTo: orAbsent(count),
    /** Of the same: how many blocks the node lets be searched at once. */
    searchWidth: orAbsent(count),
    /** Of the same: more blocks are to be searched than fit into one check. */
    isBehind: orAbsent(v.boolean()),
    /** Of the same: hash of the transaction that has carried it out; empty where its block is gone again. */
    executedBy: orAbsent(v.string()),
    /** Of EVM, where nodes have no old state: the lowest block that was searched for another one in its place; 0 where none. */
    scannedTo: orAbsent(count),
    /** Of the same: the lowest block that is to be searched. */
    scanEnd: orAbsent(count),
    /** Of EVM: which of the account's transactions it is not could not be found out. */
    isUnexplained: orAbsent(v.boolean()),
    /** Of the block that holds it; 0 where that is gone again. */
    block: orAbsent(count),
    /** Hash of the block for which what was mined was compared with what was reviewed. */
    comparedIn: orAbsent(v.string()),
    /** When it was first seen in a block. Milliseconds since 1970. */
    minedAt: orAbsent(count),
    /** Of EVM: the block in which another one was found in its place, and which may go away; 0 where none is. */
    rivalBlock: orAbsent(count),
    /** When that was first found. Milliseconds since 1970. */
    rivalAt: orAbsent(count),
    /** When a node has last known it. Milliseconds since 1970. */
    seenAt: orAbsent(count),
    /** Looks in a row in which no node knew it. */
    unseen: orAbsent(count),
    /**
     * Of Solana: until then nodes were asked so often that none can have known it and forgotten it again. Milliseconds
     * since 1970.
     */
    heardAt: orAbsent(count),
    /** Of Solana: height of the chain when it was first looked for. */
    firstHeight: orAbsent(count),
    /** Hash of what took its place. */
    replacedBy: orAbsent(v.string()),
    /** What came in of a swap's token: base units, in decimal digits. */
    received: orAbsent(unitsText),
    /** Its outcome was known, and is open again. */
    isReopened: orAbsent(v.boolean()),
    /** Milliseconds since 1970. */
    lookedAt: orAbsent(count),
  }),
  v.transform(defined),
)

export type OnChainStatus = v.InferOutput<typeof onChainStatus>

const transactionName = v.object({ caipNetworkId, hash: v.string() })

export interface SentRecord extends OnChainStatus, v.InferOutput<typeof transactionName> {
  /** Milliseconds since 1970; 0 of an account that has left. */
  sentAt: number
  /** Both absent of an account that has left. */
  account?: CaipAddress
  row?: SentRow
  lastValidBlockHeight?: number
  isSettled: boolean
}

const requestRecord = v.pipe(
  v.object({
    payment: pendingRequest,
    /** Of EVM: number of the first transaction that it may be. */
    nonce: orAbsent(count),
    /** Of EVM: height of the chain when the wallet was asked. */
    block: orAbsent(count),
    /** Of Solana: signature of the account's last transaction before it; empty where there was none. */
    after: orAbsent(v.string()),
    /** Milliseconds since 1970. */
    lookedAt: orAbsent(count),
  }),
  v.transform(defined),
)

export type PendingRequestRecord = v.InferOutput<typeof requestRecord>

export interface SentRecords {
  /** `isRead`: false while the disk cannot be asked; it may hold more then. */
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
  /** Resolves with the next change, in whichever tab; never where the signal ends before. */
  waitForChange(signal: AbortSignal): Promise<void>
}

type Kept = SentRecord | PendingRequestRecord

const PREFIX = 'sent/'
/** Settled ones that are kept, for the list and as receivers that were paid; older ones go. */
const MAX_SETTLED = 100
/** Most requests with an unknown outcome that are kept. */
const MAX_ASKED = 20

type RecordsContext = Pick<WorkerContext, 'durable' | 'tabs'>

const all = new WeakMap<WorkerContext['durable'], SentRecords>()

/** The one of this worker. */
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
        // After a reorganisation the first one may be back in place of the one that replaced it.
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
    // What came in with a block that is gone has not come in.
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

/** It does not name the account. */
function toKey(kept: Kept): string {
  if (isRequest(kept)) return toRequestKey(kept.payment.id)
  return `${PREFIX}${kept.caipNetworkId}/${kept.hash}`
}

function toRequestKey(id: string): string {
  return `${PREFIX}asked/${id}`
}

/** The row stands at the top, where it can be read as what was sent. */
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

/** Network and hash alone are enough: what is damaged beside them must not hide a payment that may go through. */
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
