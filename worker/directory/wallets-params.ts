/** Which lists of the directory of wallets there are; what reads them is loaded with the first. */
import { BillfoldError } from '../../src/core/errors.ts'
import { isCount, isRecord } from '../../src/core/shapes.ts'
import type { WalletsParams } from '../../src/core/wallet.ts'

/** @throws unexpected for a list that there is not. */
export function readWalletsParams(params: unknown): WalletsParams {
  const { list, page, certified } = isRecord(params) ? params : {}
  if (list === 'featured' || list === 'excluded') return { list }
  if (list !== 'all' || !isCount(page) || page === 0 || page > 1_000)
    throw new BillfoldError('unexpected', `There is no list "${String(list)}" of wallets, or no such page.`)
  return { list, page, ...(certified === true ? { certified } : {}) }
}

/** What tells a list from the others. */
export function getWalletsKey(params: WalletsParams): string {
  if (params.list !== 'all') return params.list
  return `all-${params.page}${params.certified ? '-certified' : ''}`
}
