/** A transaction as GET /v1/account/{account}/history gives it. */
import * as v from 'valibot'
import { isDecimal } from '../../src/core/text/amount.ts'
import { orAbsent } from '../../src/core/contract/schemas.ts'

const text = v.nullish(v.string())
const withUrl = v.nullish(v.object({ url: text }))

const transfer = v.object({
  fungible_info: v.nullish(v.object({ name: text, symbol: text, icon: withUrl })),
  nft_info: v.nullish(
    v.object({
      name: text,
      content: v.nullish(v.object({ preview: withUrl })),
      flags: v.nullish(v.object({ is_spam: v.nullish(v.boolean()) })),
    }),
  ),
  direction: v.picklist(['in', 'out', 'self']),
  /** Plain decimal text; empty for everything else: that something moved is still true then, but not how much. */
  quantity: v.fallback(v.object({ numeric: v.pipe(v.string(), v.check(isDecimal)) }), { numeric: '' }),
  /** USD, then; undefined for what is no price. */
  value: orAbsent(v.pipe(v.number(), v.finite(), v.minValue(0))),
})

export const transaction = v.object({
  /** Visible ASCII up to 100 characters: every row carries its id, and a page of rows has a size limit. */
  id: v.pipe(v.string(), v.regex(/^[!-~]{1,100}$/)),
  metadata: v.object({
    /** See `kinds` in item.ts; others are allowed. */
    operationType: v.string(),
    hash: text,
    /** ISO 8601. Anything else counts as an unknown date. */
    minedAt: v.optional(v.unknown()),
    sentFrom: text,
    sentTo: text,
    status: v.picklist(['confirmed', 'failed', 'pending']),
    /** CAIP-2; null or absent when the API does not know. */
    chain: text,
    application: v.nullish(v.object({ name: text, iconUrl: text })),
  }),
  transfers: v.nullish(v.array(transfer)),
})

export type Transaction = v.InferOutput<typeof transaction>
export type Transfer = v.InferOutput<typeof transfer>
