/** The params of the lists of wallets: validates them, and makes a key for each list. */
import * as v from 'valibot'
import { BillfoldError } from '../../src/core/base/errors.ts'
import { count, defined, orAbsent, parseOrNone, type Untrusted } from '../../src/core/contract/schemas.ts'
import type { WalletsParams } from '../../src/core/assets/wallet.ts'

const walletsParams: Untrusted<WalletsParams> = v.union([
  v.object({ list: v.picklist(['featured', 'excluded']) }),
  v.pipe(
    v.object({
      list: v.literal('all'),
      page: v.pipe(count, v.minValue(1), v.maxValue(1_000)),
      certified: orAbsent(v.literal(true)),
    }),
    v.transform(defined),
  ),
])

/** @throws unexpected for an unknown list */
export function readWalletsParams(params: unknown): WalletsParams {
  const read = parseOrNone(walletsParams, params)
  if (read) return read
  const { list } = (params ?? {}) as { list?: unknown }
  throw new BillfoldError('unexpected', `The wallet list "${String(list)}" or its page does not exist.`)
}

/** A text that differs for each list. */
export function getWalletsKey(params: WalletsParams): string {
  if (params.list !== 'all') return params.list
  return `all-${params.page}${params.certified ? '-certified' : ''}`
}
