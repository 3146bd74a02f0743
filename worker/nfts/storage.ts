/** Reads and writes the NFT record of one account, and keeps a copy in memory. */
import { PAGE_SIZE } from '../../src/core/contract/list.ts'
import type { NftsHead } from '../../src/core/assets/nfts.ts'
import { ownerOf, type StoreRecord, type WorkerContext } from '../base/context.ts'
import { toFingerprint } from '../base/fingerprint.ts'
import { getChangedRanges } from '../base/changed-ranges.ts'
import { getNameReason } from '../base/spam.ts'
import {
  formatStored,
  parseDetails,
  parseHoldings,
  parseStored,
  type Progress,
  type Stored,
  type StoredDetails,
} from './records.ts'
import type { Holding } from './rows.ts'

export interface NftsStorage {
  /** The record in memory; undefined if no record is stored. Read this property each time, since the record changes. */
  readonly stored: Stored | undefined
  load(): Promise<void>
  /** All readable rows, and whether they are complete. */
  readAll(): Promise<{ holdings: Holding[]; isWhole: boolean }>
  readPage(index: number): Promise<Holding[]>
  readDetails(id: string): Promise<StoredDetails | undefined>
  writeDetails(id: string, details: StoredDetails): Promise<void>
  /** Writes the result of a turn, unless another tab has written since the turn began. */
  write(turn: Turn, source: NftsHead['source']): Promise<void>
}

/** Matches the keys of parts that are pages of rows. */
const isPart = /\/\d{6}$/

export interface Turn {
  progress: Progress
  holdings: readonly Holding[]
  /** Whether to write all parts again, because some are missing or broken. */
  rewrite: boolean
}

export function createStorage(
  { clock, store }: Pick<WorkerContext, 'clock' | 'store'>,
  account: Parameters<typeof ownerOf>[0],
): NftsStorage {
  const key = `nfts/${account}`
  const owner = ownerOf(account)
  const partKey = (index: number) => `${key}/${String(index).padStart(6, '0')}`
  const detailsKey = (id: string) => `${key}/of/${id}`
  let stored: Stored | undefined

  async function load(): Promise<void> {
    stored = parseStored((await store.get(key))?.value)
  }

  /** The parts to write, and the keys of parts to remove. */
  function toParts(texts: readonly string[], fingerprints: readonly string[], rewrite: boolean) {
    const before = stored?.fingerprints ?? []
    const put: StoreRecord[] = []
    const pages = Math.ceil(texts.length / PAGE_SIZE)
    for (let index = 0; index < pages; index += 1) {
      const isSame = pageOf(fingerprints, index).join() === pageOf(before, index).join()
      if (isSame && !rewrite) continue
      put.push({ key: partKey(index), owner, value: `[${pageOf(texts, index).join(',')}]` })
    }
    const gone = Math.max(0, Math.ceil(before.length / PAGE_SIZE) - pages)
    const remove = rewrite ? [key] : Array.from({ length: gone }, (_, at) => partKey(pages + at))
    return { put, remove }
  }

  return {
    get stored() {
      return stored
    },
    load,
    async readAll() {
      const records = (await store.list(`${key}/`)).filter((record) => isPart.test(record.key))
      const parts = records.map(({ value }) => parseHoldings(value))
      const holdings = parts.flatMap((part) => part ?? [])
      const isWhole = !!stored && holdings.length === stored.head.total && !parts.includes(undefined)
      return { holdings, isWhole }
    },
    readPage: async (index) => parseHoldings((await store.get(partKey(index)))?.value) ?? [],
    readDetails: async (id) => parseDetails((await store.get(detailsKey(id)))?.value),
    async writeDetails(id, details) {
      const value = JSON.stringify(details)
      // Write the part only if the account's record exists: otherwise, the part would outlive a forgotten account.
      await store.update(key, (record) => record && { put: [record, { key: detailsKey(id), owner, value }] })
    },
    async write({ progress, holdings: all, rewrite }, source) {
      const base = stored
      const holdings = toApart(all)
      const texts = holdings.map((holding) => JSON.stringify(holding))
      const fingerprints = texts.map(toRowFingerprint)
      const head: NftsHead = {
        ...toHead(base, fingerprints, progress, source, clock.now()),
        unverifiedFrom: holdings.filter(({ unverified }) => !unverified).length,
      }
      const next: Stored = { ...progress, head, fetchedAt: clock.now(), fingerprints }
      const { put, remove } = toParts(texts, fingerprints, rewrite)
      const value = formatStored(next)
      const bytes = texts.reduce((sum, text) => sum + text.length, value.length)
      const isWritten = await store.update(key, (record) => {
        const other = parseStored(record?.value)
        const isBase = other?.head.version === base?.head.version && other?.fetchedAt === base?.fetchedAt
        return isBase ? { put: [...put, { key, owner, value, bytes }], remove } : undefined
      })
      if (isWritten) stored = next
      else await load()
    },
  }
}

/**
 * Moves unverified NFTs to the end. Judges rows by their name, since an earlier version stored rows without this check.
 */
function toApart(holdings: readonly Holding[]): Holding[] {
  const judged = holdings.map((holding): Holding => {
    const reason = getNameReason(holding.name, holding.collection)
    if (holding.unverified || !reason) return holding
    const { imageUrl: _, ...rest } = holding
    return { ...rest, unverified: { reason } }
  })
  return [...judged.filter(({ unverified }) => !unverified), ...judged.filter(({ unverified }) => unverified)]
}

/**
 * The head of the list. Its version grows if a row or the number of unchecked tokens has changed; otherwise the version
 * stays the same.
 */
function toHead(
  base: Stored | undefined,
  fingerprints: readonly string[],
  progress: Progress,
  source: NftsHead['source'],
  now: number,
): Omit<NftsHead, 'unverifiedFrom'> {
  const { version: since, unseen: unseenBefore } = base?.head ?? { version: 0, unseen: 0 }
  const before = base?.fingerprints ?? []
  const dirty = getChangedRanges(before, fingerprints)
  const unseen = progress.waiting.length + progress.left
  const isSame = dirty.length === 0 && before.length === fingerprints.length && unseenBefore === unseen
  if (base && isSame) return { ...base.head, source }
  return { version: Math.max(since + 1, now), since, dirty, total: fingerprints.length, source, unseen }
}

function pageOf<T>(items: readonly T[], index: number): readonly T[] {
  return items.slice(index * PAGE_SIZE, (index + 1) * PAGE_SIZE)
}

/** A fingerprint of a row (FNV-1a and the length), so that large pictures are not stored twice. */
function toRowFingerprint(text: string): string {
  return `${toFingerprint(text).toString(36)}.${text.length.toString(36)}`
}
