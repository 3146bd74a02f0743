/**
 * What is kept of an account's NFTs: a head, and its rows in parts of one page each. Whatever a record holds that was
 * not written here makes it absent, and the next look at the chain writes it anew.
 */
import type { Range } from '../../src/core/list.ts'
import type { NftDetails, NftsHead, NftTrait, UnverifiedNft } from '../../src/core/nfts.ts'
import type { UnverifiedReason } from '../../src/core/unverified.ts'
import { safeImage } from '../../src/core/url.ts'
import { parseOrNone } from '../parse-or-none.ts'
import { isCount, isRecord } from '../../src/core/shapes.ts'
import type { MovedToken } from './chain.ts'
import type { Holding } from './rows.ts'
import { formatWaiting, parseWaiting } from './waiting.ts'

/** How far the chain has been read. */
export interface Progress {
  /** The last block whose logs were read; -1 before the first. */
  block: number
  /** When the logs were read up to the newest block; 0 while older ones are still being read. */
  readAt: number
  /** When the node refused to give logs, in ranges with which one could come to an end; 0 when it did not. */
  refusedAt: number
  /** Blocks of the last request for logs that was answered, and how many requests this reading has taken. */
  range: number
  asked: number
  /** Tokens that are to be looked at, in turn. */
  waiting: MovedToken[]
  /** Tokens that moved in the newest blocks, which may be replaced by others. */
  recent: MovedToken[]
  /** Tokens for which there was no room among those that wait. */
  left: number
}

export interface Stored extends Progress {
  head: NftsHead
  fetchedAt: number
  /** One text per row that is equal if and only if the row is. */
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

export function parseStored(text: unknown): Stored | undefined {
  const value = parseOrNone(text)
  if (!isRecord(value)) return undefined
  const { head, fingerprints, block } = value
  const waiting = readTokens(value['waiting'])
  const recent = readTokens(value['recent'])
  const isWhole =
    isHead(head) &&
    isList(fingerprints, (print): print is string => typeof print === 'string') &&
    fingerprints.length === head.total &&
    Number.isSafeInteger(block) &&
    (block as number) >= -1 &&
    ['fetchedAt', 'readAt', 'refusedAt', 'range', 'asked', 'left'].every((key) => isCount(value[key])) &&
    waiting &&
    recent
  if (!isWhole) return undefined
  // Earlier versions told nothing apart.
  const unverifiedFrom = head.unverifiedFrom ?? head.total
  return { ...value, head: { ...head, unverifiedFrom }, waiting, recent } as unknown as Stored
}

export function parseHoldings(text: unknown): Holding[] | undefined {
  const value = parseOrNone(text)
  return isList(value, isHolding) ? value : undefined
}

function isHolding(value: unknown): value is Holding {
  if (!isRecord(value)) return false
  const { id, name, collection, imageUrl, contract, tokenId, count, block, unverified } = value
  return (
    isShort(id) &&
    isShort(name) &&
    (collection === undefined || isShort(collection)) &&
    (imageUrl === undefined || safeImage(imageUrl) === imageUrl) &&
    (contract === undefined || (typeof contract === 'string' && /^0x[0-9a-f]{40}$/.test(contract))) &&
    (tokenId === undefined || isDigits(tokenId)) &&
    isDigits(count) &&
    isCount(block) &&
    (unverified === undefined || isUnverified(unverified))
  )
}

function isUnverified(value: unknown): value is UnverifiedNft {
  if (!isRecord(value)) return false
  return (
    reasons.includes(value['reason']) && (value['receivers'] === undefined || isCount(value['receivers']))
  )
}

const reasons: readonly unknown[] = [
  'flagged',
  'link',
  'lure',
  'disguise',
  'mass',
] satisfies readonly UnverifiedReason[]

/** What is kept of one that was opened. */
export interface StoredDetails {
  details: NftDetails
  /** Milliseconds since 1970. */
  fetchedAt: number
}

export function parseDetails(text: unknown): StoredDetails | undefined {
  const value = parseOrNone(text)
  const isWhole = isRecord(value) && isDetails(value['details']) && isCount(value['fetchedAt'])
  return isWhole ? (value as unknown as StoredDetails) : undefined
}

function isDetails(value: unknown): value is NftDetails {
  if (!isRecord(value)) return false
  const { description, traits, imageUrl } = value
  return (
    (description === undefined || typeof description === 'string') &&
    isList(traits, isTrait) &&
    (imageUrl === undefined || safeImage(imageUrl) === imageUrl)
  )
}

function isTrait(value: unknown): value is NftTrait {
  return isRecord(value) && isShort(value['name']) && isShort(value['value'])
}

function isHead(value: unknown): value is Omit<NftsHead, 'unverifiedFrom'> & Partial<NftsHead> {
  if (!isRecord(value)) return false
  const { version, since, dirty, total, source, unseen, unverifiedFrom } = value
  const isRange = (range: unknown): range is Range => isList(range, isCount) && range.length === 2
  return (
    [version, since, total, unseen].every(isCount) &&
    (unverifiedFrom === undefined || isCount(unverifiedFrom)) &&
    isList(dirty, isRange) &&
    (source === 'chain' || source === 'activity')
  )
}

function readTokens(value: unknown): MovedToken[] | undefined {
  if (!Array.isArray(value)) return undefined
  const tokens = value.map(parseWaiting)
  return isList(tokens, (token): token is MovedToken => token !== undefined) ? tokens : undefined
}

function isList<T>(value: unknown, isItem: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.every(isItem)
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 300
}

/** A uint256 has 78 digits. */
function isDigits(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,78}$/.test(value)
}
