/** Schema of a transaction in the answer of GET /v1/account/{account}/history. */
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
  /**
   * The amount as plain decimal text. Empty if the API's text is not a decimal: then something moved, but the amount is
   * unknown.
   */
  quantity: v.fallback(v.object({ numeric: v.pipe(v.string(), v.check(isDecimal)) }), { numeric: '' }),
  /** Value in US dollars at the time of the transaction; undefined if the value is missing or invalid. */
  value: orAbsent(v.pipe(v.number(), v.finite(), v.minValue(0))),
})

export const transaction = v.object({
  /**
   * Visible ASCII of at most 100 characters: every row contains its id, and a page of the list must fit into one message.
   */
  id: v.pipe(v.string(), v.regex(/^[!-~]{1,100}$/)),
  metadata: v.object({
    /** Known types: see `kinds` in item.ts. Other types are accepted. */
    operationType: v.string(),
    hash: text,
    /** Time in ISO 8601. Any other value means that the date is unknown. */
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
