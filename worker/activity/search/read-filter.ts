/** Validates the activity filter of a page and normalises it. */
import * as v from 'valibot'
import { type ActivityFilter, activityKinds } from '../../../src/core/assets/activity.ts'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import { defined, parseOrNone, text } from '../../../src/core/contract/schemas.ts'

const MAX_TEXT_LENGTH = 200
const MAX_HASHES = 100

const filter = v.object({
  text: v.optional(text(MAX_TEXT_LENGTH)),
  hashes: v.optional(v.pipe(v.array(text(100)), v.maxLength(MAX_HASHES))),
  kinds: v.optional(v.array(v.picklist(activityKinds))),
  token: v.optional(text(MAX_TEXT_LENGTH)),
  direction: v.optional(v.picklist(['in', 'out'])),
})

/** Undefined without a filter. An empty filter matches every transaction. @throws unexpected for an invalid filter */
export function readFilter(given: unknown): ActivityFilter | undefined {
  if (given === undefined || given === null) return undefined
  const read = parseOrNone(filter, given)
  if (!read) throw new BillfoldError('unexpected', 'The activity filter is invalid. See ActivityFilter.')
  const { text, hashes = [], kinds = [], token, direction } = read
  return defined({
    text: text?.trim() || undefined,
    hashes: hashes.length > 0 ? hashes.map((hash) => hash.toLowerCase()) : undefined,
    kinds: kinds.length > 0 ? activityKinds.filter((kind) => kinds.includes(kind)) : undefined,
    token,
    direction,
  })
}
