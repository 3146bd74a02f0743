/**
 * What is kept of each transaction that was handed to a wallet: on the disk, among what must not be lost, and in memory
 * where the disk cannot be asked. Of an account that has left only network and hash remain, until the network has said what
 * became of it (F33).
 */
import type { CaipAddress, CaipNetworkId } from '../../src/core/caip.ts'
import { parseCaipAddress } from '../../src/core/caip.ts'
import { readSent, type SentRow, type SentStatus, type SentTransaction } from '../../src/core/sent.ts'
import { isCount, isRecord } from '../../src/core/shapes.ts'
import { type DurableRecord, ownerOf, type WorkerContext } from '../context.ts'

export interface SentRecord extends Sighting {
  caipNetworkId: CaipNetworkId
  hash: string
  /** Milliseconds since 1970; 0 of an account that has left. */
  sentAt: number
  /** Both absent of an account that has left. */
  account?: CaipAddress
  row?: SentRow
  lastValidBlockHeight?: number
  /** Nothing more is to be found out about it. */
  isSettled: boolean
  /** Milliseconds since 1970. */
  lookedAt?: number
}

/** What was seen of it on the network. */
export interface Sighting {
  status?: SentStatus
  isSettled?: boolean
  /** Of EVM: its number among those of its account, once a node has shown it. */
  nonce?: number
  /** Of the block that holds it. */
  block?: number
  /** When it was first seen in a block. Milliseconds since 1970. */
  minedAt?: number
  /** Looks in a row that found another one in its place. */
  missed?: number
}

export interface SentRecords {
  list(): Promise<SentRecord[]>
  /** What is known already stays as it is. */
  add(sent: SentTransaction): Promise<void>
  change(record: SentRecord, sighting: Sighting & { lookedAt: number }): Promise<void>
  /** Resolves with the next change, in whichever tab; never where the signal ends before. */
  waitForChange(signal: AbortSignal): Promise<void>
}

const PREFIX = 'sent/'
/** Settled ones that are kept, for the list and as receivers that were paid; older ones go. */
const MOST_SETTLED = 100

const all = new WeakMap<WorkerContext['durable'], SentRecords>()

/** The one of this worker. */
export function getSentRecords(context: WorkerContext): SentRecords {
  const found = all.get(context.durable) ?? createSentRecords(context)
  all.set(context.durable, found)
  return found
}

function createSentRecords({ durable, tabs }: WorkerContext): SentRecords {
  /** What the disk does not hold. */
  const memory = new Map<string, SentRecord>()
  const listeners = new Set<() => void>()

  function tell(): void {
    for (const listener of listeners) listener()
  }
  tabs.onMessage((message) => {
    if (message.kind === 'changed' ? message.key === PREFIX : message.kind === 'forgotten') tell()
  })

  /** @returns false where the disk could not take it. */
  async function write(key: string, decide: (stored: SentRecord | undefined) => SentRecord | undefined) {
    const held = memory.get(key)
    try {
      const isWritten = await durable.update(key, (stored) => {
        const next = decide(stored ? readRecord(stored) : held)
        return next && toStored(next, stored?.owner)
      })
      if (isWritten) memory.delete(key)
    } catch {
      const next = decide(held)
      if (next) memory.set(key, next)
    }
    tell()
    tabs.announce({ kind: 'changed', key: PREFIX })
  }

  async function list(): Promise<SentRecord[]> {
    const stored = await durable.list(PREFIX).catch(() => [])
    const kept = stored.flatMap((one) => readRecord(one) ?? [])
    const known = new Set(kept.map(toKey))
    return [...kept, ...[...memory.values()].filter((one) => !known.has(toKey(one)))]
  }

  async function prune(): Promise<void> {
    const settled = (await list()).filter(({ isSettled }) => isSettled).sort((a, b) => b.sentAt - a.sentAt)
    const gone = settled.filter(({ row }, at) => !row || at >= MOST_SETTLED)
    await Promise.all(gone.map((one) => durable.remove(toKey(one)).catch(() => {})))
    for (const one of gone) memory.delete(toKey(one))
  }

  return {
    list,
    add: (sent) => {
      const record = toRecord({ ...sent, status: 'pending' })
      return write(toKey(record), (stored) => (stored?.row ? undefined : { ...stored, ...record }))
    },
    async change(record, { status, ...sighting }) {
      await write(toKey(record), (stored) => {
        if (!stored) return undefined
        const row = stored.row && status ? { ...stored.row, status } : stored.row
        return { ...stored, ...sighting, ...(row ? { row } : {}) }
      })
      if (sighting.isSettled) await prune()
    },
    waitForChange: (signal) =>
      new Promise((resolve) => {
        const stop = () => void listeners.delete(heard)
        const heard = () => {
          stop()
          resolve()
        }
        listeners.add(heard)
        signal.addEventListener('abort', stop, { once: true })
      }),
  }
}

function toRecord(row: SentRow): SentRecord {
  const { account, hash, sentAt, lastValidBlockHeight } = row
  const { caipNetworkId } = parseCaipAddress(account)
  const height = lastValidBlockHeight === undefined ? {} : { lastValidBlockHeight }
  return { caipNetworkId, hash, sentAt, account, row, isSettled: false, ...height }
}

/** It does not name the account. */
function toKey({ caipNetworkId, hash }: SentRecord): string {
  return `${PREFIX}${caipNetworkId}/${hash}`
}

/** The row stands at the top, where it can be read as what was sent. */
function toStored({ row, account, ...rest }: SentRecord, owner = ''): Omit<DurableRecord, 'key'> {
  const { caipNetworkId, hash, isSettled } = rest
  return {
    owner: account ? ownerOf(account) : owner,
    value: { ...row, ...rest },
    ...(isSettled ? {} : { remains: { caipNetworkId, hash } }),
  }
}

function readRecord({ value }: DurableRecord): SentRecord | undefined {
  if (!isRecord(value)) return undefined
  const sent = readSent(value)
  const status = value['status'] as SentStatus
  const { caipNetworkId, hash } = value
  if (typeof caipNetworkId !== 'string' || typeof hash !== 'string') return undefined
  const counts = ['nonce', 'block', 'minedAt', 'missed', 'lookedAt'] as const
  const seen = Object.fromEntries(
    counts.flatMap((name) => (isCount(value[name]) ? [[name, value[name]]] : [])),
  )
  const known = sent && isStatus(status) ? toRecord({ ...sent, status }) : undefined
  return {
    ...(known ?? { caipNetworkId: caipNetworkId as CaipNetworkId, hash, sentAt: 0 }),
    ...seen,
    isSettled: value['isSettled'] === true,
  }
}

function isStatus(value: unknown): value is SentStatus {
  return ['pending', 'confirmed', 'failed', 'replaced', 'expired'].includes(value as string)
}
