/** Schemas for stored payments, which may be damaged. */
import * as v from 'valibot'
import {
  caipAddress,
  count,
  defined,
  orAbsent,
  text,
  unitsText,
  type Untrusted,
} from '../contract/schemas.ts'
import {
  type PendingRequest,
  readHash,
  type Replaced,
  type SentAmount,
  type SentTransaction,
} from './sent.ts'

const amount: Untrusted<SentAmount> = v.pipe(
  v.object({
    symbol: v.string(),
    text: v.string(),
    units: unitsText,
    multiplier: orAbsent(text(60)),
    entered: orAbsent(unitsText),
    token: orAbsent(caipAddress),
  }),
  v.transform(defined),
)

const replaced: Untrusted<Replaced> = v.object({
  hash: v.string(),
  nonce: count,
  how: v.picklist(['speedUp', 'cancel']),
})

const payment = {
  account: caipAddress,
  kind: v.picklist(['send', 'approve', 'swap']),
  to: v.string(),
  out: amount,
  in: v.optional(amount),
  lastValidBlockHeight: orAbsent(count),
  replaces: orAbsent(replaced),
}

export const sentTransaction: Untrusted<SentTransaction> = v.pipe(
  v.object({ ...payment, hash: v.string(), sentAt: count, asked: orAbsent(v.string()) }),
  v.check(({ hash, account }) => readHash(hash, account) !== undefined),
  v.transform(defined),
)

export const pendingRequest: Untrusted<PendingRequest> = v.pipe(
  v.object({ ...payment, id: v.string(), askedAt: count }),
  v.transform(defined),
)
