/**
 * The stored NFTs of an account: a head, and its rows in parts of one page each. An invalid record is treated as absent,
 * and is replaced when the chain is read next.
 */
import * as v from 'valibot'
import type { NftDetails, NftsHead } from '../../src/core/assets/nfts.ts'
import { count, json, parseOrNone, text, type Untrusted, unitsText } from '../../src/core/contract/schemas.ts'
import { safeImage } from '../../src/core/text/url.ts'
import type { MovedToken } from './chain.ts'
import type { Holding } from './rows.ts'
import { formatWaiting, waitingText } from './waiting-list.ts'

export interface Progress {
  /** The last block whose logs were read; -1 if none was read. */
  block: number
  /** When the logs were read up to the newest block. Milliseconds since 1970; 0 while older blocks are still being read. */
  readAt: number
  /**
   * When the node refused to return logs in ranges large enough to finish. Milliseconds since 1970; 0 if it did not refuse.
   */
  refusedAt: number
  /**
   * Number of blocks in the last answered request for logs, and number of requests so far. Both are 0 when the reading is
   * complete.
   */
  range: number
  asked: number
  /** Tokens to check, in the order of checking. */
  waiting: MovedToken[]
  /** Tokens that moved in the newest blocks, which may still be replaced. */
  recent: MovedToken[]
  /** Number of tokens that did not fit into `waiting`. */
  left: number
}

export interface Stored extends Progress {
  head: NftsHead
  fetchedAt: number
  /** One text for each row. Two texts are equal if and only if the rows are equal. */
  fingerprints: string[]
}

export const nothingRead: Progress = {
  block: -1,
  readAt: 0,
  refusedAt: 0,
  range: 0,
  asked: 0,
  waiting: [],
  recent: [],
  left: 0,
}

export function formatStored({ waiting, recent, ...rest }: Stored): string {
  return JSON.stringify({ ...rest, waiting: waiting.map(formatWaiting), recent: recent.map(formatWaiting) })
}

const head: Untrusted<NftsHead> = v.pipe(
  v.object({
    version: count,
    since: count,
    dirty: v.array(v.tuple([count, count])),
    total: count,
    source: v.picklist(['chain', 'activity']),
    unseen: count,
    unverifiedFrom: v.optional(count),
  }),
  // Records of earlier versions do not have this field: they have no unverified group.
  v.transform((read) => ({ ...read, unverifiedFrom: read.unverifiedFrom ?? read.total })),
)

const stored: Untrusted<Stored> = v.pipe(
  v.object({
    head,
    fetchedAt: count,
    fingerprints: v.array(v.string()),
    block: v.pipe(v.number(), v.safeInteger(), v.minValue(-1)),
    readAt: count,
    refusedAt: count,
    range: count,
    asked: count,
    waiting: v.array(waitingText),
    recent: v.array(waitingText),
    left: count,
  }),
  v.check(({ fingerprints, head: { total } }) => fingerprints.length === total),
)

export function parseStored(kept: unknown): Stored | undefined {
  return parseOrNone(json(stored), kept)
}

const shortText = text(300)
const image = v.pipe(
  v.string(),
  v.check((url) => safeImage(url) === url),
)

const holding: Untrusted<Holding> = v.object({
  id: shortText,
  name: shortText,
  collection: v.exactOptional(shortText),
  imageUrl: v.exactOptional(image),
  contract: v.exactOptional(v.pipe(v.string(), v.regex(/^0x[0-9a-f]{40}$/))),
  tokenId: v.exactOptional(unitsText),
  count: unitsText,
  block: count,
  unverified: v.exactOptional(
    v.object({
      reason: v.picklist(['flagged', 'link', 'lure', 'disguise', 'mass']),
      receivers: v.exactOptional(count),
    }),
  ),
})

export function parseHoldings(kept: unknown): Holding[] | undefined {
  return parseOrNone(json(v.array(holding)), kept)
}

const details: Untrusted<NftDetails> = v.object({
  description: v.exactOptional(v.string()),
  traits: v.array(v.object({ name: shortText, value: shortText })),
  imageUrl: v.exactOptional(image),
  host: v.exactOptional(v.string()),
})

/** The stored details of an opened NFT. `fetchedAt`: milliseconds since 1970. */
const storedDetails = v.object({ details, fetchedAt: count })

export type StoredDetails = v.InferOutput<typeof storedDetails>

export function parseDetails(kept: unknown): StoredDetails | undefined {
  return parseOrNone(json(storedDetails), kept)
}
