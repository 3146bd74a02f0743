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
  if (typeof id !== 'string' || !isKey(id) || !isObject(metadata)) return false
  const { operationType, hash, sentFrom, sentTo, status, chain, application } = metadata
  return (
    typeof operationType === 'string' &&
    (status === 'confirmed' || status === 'failed' || status === 'pending') &&
    isText(hash) &&
    isText(sentFrom) &&
    isText(sentTo) &&
    isText(chain) &&
    (isNone(application) ||
      (isObject(application) && isText(application['name']) && isText(application['iconUrl']))) &&
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

function isTransfer(input: unknown): boolean {
  if (!isObject(input)) return false
  const { fungible_info: fungible, nft_info: nft, direction } = input
  return (
    (direction === 'in' || direction === 'out' || direction === 'self') &&
    (isNone(fungible) || isFungible(fungible)) &&
    (isNone(nft) || isNft(nft))
  )
}

function isFungible(input: unknown): boolean {
  if (!isObject(input)) return false
  const { name, symbol, icon } = input
  return isText(name) && isText(symbol) && (isNone(icon) || (isObject(icon) && isText(icon['url'])))
}

function isNft(input: unknown): boolean {
  if (!isObject(input)) return false
  const { name, content, flags } = input
  return (
    isText(name) &&
    (isNone(content) || (isObject(content) && isPreview(content['preview']))) &&
    (isNone(flags) ||
      (isObject(flags) && (isNone(flags['is_spam']) || typeof flags['is_spam'] === 'boolean')))
  )
}

function isPreview(input: unknown): boolean {
  return isNone(input) || (isObject(input) && isText(input['url']))
}

/** Visible ASCII up to 100 characters: every row carries its id, and a page of rows has a size limit. */
function isKey(text: string): boolean {
  if (text.length === 0 || text.length > 100) return false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 33 || code > 126) return false
  }
  return true
}

function isObject(input: unknown): input is Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null
}

function isNone(input: unknown): input is null | undefined {
  return input === null || input === undefined
}

function isText(input: unknown): boolean {
  return typeof input === 'string' || input === null || input === undefined
}
