/**
 * A fake history API of a chain whose rows appear, disappear and change. Its cursors mark a position among the rows.
 */
import { json } from '../fake-api.ts'
import { START } from '../fake-clock.ts'
import { token, type Transaction, transaction, type TransactionOptions } from './history.ts'

export interface Chain {
  readonly rows: ReadonlyMap<string, Transaction>
  /** Ids in the API's order, newest first. */
  ids(): string[]
  /** Adds new rows at the top, a minute apart. */
  grow(count: number, options?: TransactionOptions): string[]
  /** Adds or replaces a row. @param minedAt milliseconds since 1970 */
  put(id: string, minedAt: number, options?: TransactionOptions): void
  drop(id: string): void
  minedAt(id: string): number
  /** Ids of the page at this cursor; '' is the newest page. */
  page(cursor: string): Page
  /** Makes the API refuse all cursors issued so far with this status. */
  expire(status: number): void
  /** Called before each response; undefined: the real response. */
  intercept: (cursor: string, tried: number) => Intercepted | Promise<Intercepted>
  answer(url: URL): Promise<Response>
  /** All requests with the status of their response; 0: the connection broke. */
  readonly log: Asked[]
}

export interface Asked {
  cursor: string
  status: number
}

export interface Page {
  data: Transaction[]
  next: string | null
}

type Intercepted = Response | 'reset' | undefined | void

const MINUTE = 60_000
/** Time of the first row, so long ago that new rows at the top are never ahead of the clock. */
const FIRST = START - 200_000 * MINUTE

export function createChain(pageSize = 50): Chain {
  const rows = new Map<string, Transaction>()
  const log: Asked[] = []
  let newest = FIRST
  let grown = 0
  let epoch = 0
  let refusal = 410
  let sorted: Transaction[] | undefined

  const minedAt = ({ metadata }: Transaction) => Date.parse(metadata.minedAt as string)
  const rank = (one: Transaction) => (one.metadata.status === 'pending' ? 1e15 : 0) + minedAt(one)
  const list = () =>
    (sorted ??= [...rows.values()].sort((a, b) => rank(b) - rank(a) || (a.id < b.id ? -1 : 1)))

  const chain: Chain = {
    rows,
    log,
    intercept: () => undefined,
    ids: () => list().map(({ id }) => id),
    grow(count, options = {}) {
      const ids = Array.from({ length: count }, () => `t${(grown += 1)}`)
      for (const id of ids) chain.put(id, (newest += MINUTE), options)
      return ids
    },
    put(id, time, options = {}) {
      sorted = undefined
      if (options.status !== 'pending') newest = Math.max(newest, time)
      const minedAt = new Date(time).toISOString()
      rows.set(id, transaction(id, 0, { minedAt, transfers: [token('in', '1')], ...options }))
    },
    drop(id) {
      sorted = undefined
      rows.delete(id)
    },
    minedAt: (id) => minedAt(rows.get(id)!),
    page(cursor) {
      const [, time, id] = cursor.split('~')
      const all = list()
      const isBelow = (one: Transaction) =>
        rank(one) < Number(time) || (rank(one) === Number(time) && one.id > id!)
      const from = cursor === '' ? 0 : all.findIndex(isBelow)
      const data = from < 0 ? [] : all.slice(from, from + pageSize)
      const last = data.at(-1)
      const isEnd = !last || last === all.at(-1)
      return { data, next: isEnd ? null : `${epoch}~${rank(last)}~${last.id}` }
    },
    expire(status) {
      epoch += 1
      refusal = status
    },
    async answer(url) {
      const cursor = url.searchParams.get('cursor') ?? ''
      const asked: Asked = { cursor, status: 0 }
      log.push(asked)
      const instead = await chain.intercept(cursor, log.length)
      if (instead === 'reset') throw new TypeError('connection reset')
      if (instead) asked.status = instead.status
      else if (cursor !== '' && cursor.split('~')[0] !== String(epoch)) asked.status = refusal
      else asked.status = 200
      if (instead) return instead
      return asked.status === 200 ? json(chain.page(cursor)) : json({}, { status: asked.status })
    },
  }
  return chain
}
