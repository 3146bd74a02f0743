/**
 * A transaction as GET /v1/account/{account}/history gives it, and the check of it. Written by hand, because a schema
 * library costs as much as JSON.parse; `test/worker/activity/check.test.ts` holds it against a schema.
 */
import { isDecimal } from '../../src/core/amount.ts'

export interface Transaction {
  id: string
  metadata: {
    /** See `kinds` in item.ts; others are allowed. */
    operationType: string
    hash?: string | null
    /** ISO 8601. Anything else counts as an unknown date. */
    minedAt?: unknown
    sentFrom?: string | null
    sentTo?: string | null
    status: 'confirmed' | 'failed' | 'pending'
    /** CAIP-2; null or absent when the API does not know. */
    chain?: string | null
    application?: { name?: string | null; iconUrl?: string | null } | null
  }
  transfers?: Transfer[] | null
}

export interface Transfer {
  fungible_info?: {
    name?: string | null
    symbol?: string | null
    icon?: { url?: string | null } | null
  } | null
  nft_info?: {
    name?: string | null
    content?: { preview?: { url?: string | null } | null } | null
    flags?: { is_spam?: boolean | null } | null
  } | null
  direction: 'in' | 'out' | 'self'
  /** `{ numeric }`; see readNumeric. */
  quantity?: unknown
  /** Worth then; see readWorth. */
  value?: unknown
}

export function isTransaction(input: unknown): input is Transaction {
  if (!isObject(input)) return false
  const { id, metadata, transfers } = input
  if (typeof id !== 'string' || !KEY.test(id) || !isObject(metadata)) return false
  const { operationType, hash, sentFrom, sentTo, status, chain, application } = metadata
  return (
    typeof operationType === 'string' &&
    (status === 'confirmed' || status === 'failed' || status === 'pending') &&
    isText(hash) &&
    isText(sentFrom) &&
    isText(sentTo) &&
    isText(chain) &&
    isNoneOr(isApplication, application) &&
    (isNone(transfers) || (Array.isArray(transfers) && transfers.every(isTransfer)))
  )
}

/** Plain decimal text (see isDecimal); empty for everything else: what moved is still true then, but not how much. */
export function readNumeric({ quantity }: Transfer): string {
  const numeric = isObject(quantity) ? quantity['numeric'] : undefined
  return typeof numeric === 'string' && isDecimal(numeric) ? numeric : ''
}

/** USD; undefined for what is no price. */
export function readWorth({ value }: Transfer): number | undefined {
  return typeof value === 'number' && value >= 0 && value < Infinity ? value : undefined
}

/** Visible ASCII up to 100 characters: every row carries its id, and a page of rows has a size limit. */
const KEY = /^[!-~]{1,100}$/

type Fields = Readonly<Record<string, unknown>>

function isTransfer(input: unknown): boolean {
  if (!isObject(input)) return false
  const { fungible_info, nft_info, direction } = input
  return (
    (direction === 'in' || direction === 'out' || direction === 'self') &&
    isNoneOr(isFungible, fungible_info) &&
    isNoneOr(isNft, nft_info)
  )
}

const isApplication = ({ name, iconUrl }: Fields) => isText(name) && isText(iconUrl)
const isFungible = ({ name, symbol, icon }: Fields) =>
  isText(name) && isText(symbol) && isNoneOr(hasUrl, icon)
const isNft = ({ name, content, flags }: Fields) =>
  isText(name) && isNoneOr(hasPreview, content) && isNoneOr(hasSpam, flags)
const hasPreview = ({ preview }: Fields) => isNoneOr(hasUrl, preview)
const hasUrl = ({ url }: Fields) => isText(url)
const hasSpam = ({ is_spam }: Fields) => isNone(is_spam) || typeof is_spam === 'boolean'

function isNoneOr(check: (fields: Fields) => boolean, input: unknown): boolean {
  return isNone(input) || (isObject(input) && check(input))
}

function isObject(input: unknown): input is Fields {
  return typeof input === 'object' && input !== null
}

function isNone(input: unknown): input is null | undefined {
  return input === null || input === undefined
}

function isText(input: unknown): boolean {
  return typeof input === 'string' || isNone(input)
}
