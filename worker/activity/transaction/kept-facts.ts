/** Stores facts of mined transactions for offline use, as a part of the account's history. Keeps only the newest facts. */
import * as v from 'valibot'
import type { SpendingCap, TransactionFacts } from '../../../src/core/assets/activity.ts'
import type { CaipAddress } from '../../../src/core/chains/caip.ts'
import {
  count,
  decimals,
  defined,
  evmAddress,
  json,
  listOf,
  orAbsent,
  parseOrNone,
  text,
  type Untrusted,
} from '../../../src/core/contract/schemas.ts'
import { ownerOf, type Store } from '../../base/context.ts'

export interface KeptFacts {
  get(hash: string): Promise<TransactionFacts | undefined>
  /** All stored facts, by transaction hash in lower case. */
  getAll(): Promise<ReadonlyMap<string, TransactionFacts>>
  put(hash: string, facts: TransactionFacts): Promise<void>
}

/** Upper limit of transactions whose facts are kept. The facts of each take about 600 bytes. */
const MAX_KEPT = 200

export function createKeptFacts(store: Store, account: CaipAddress): KeptFacts {
  const history = `activity/${account}`
  const key = `${history}/facts`
  // If the store fails, nothing is known, and the node is asked again.
  const load = async () => readAll((await store.get(key).catch(() => undefined))?.value)

  return {
    getAll: load,
    get: async (hash) => (await load()).get(hash.toLowerCase()),
    async put(hash, facts) {
      const all = await load()
      all.delete(hash.toLowerCase())
      all.set(hash.toLowerCase(), facts)
      const value = writeAll([...all].slice(-MAX_KEPT))
      // Write nothing if the history was removed meanwhile.
      await store.update(history, (stored) => {
        return stored && { put: [stored, { key, owner: ownerOf(account), value }] }
      })
    },
  }
}

/** Format: `[[hash, facts], …]`; amounts are decimal text. */
function writeAll(entries: readonly (readonly [string, TransactionFacts])[]): string {
  return JSON.stringify(entries, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value))
}

function readAll(kept: unknown): Map<string, TransactionFacts> {
  return new Map(parseOrNone(json(listOf(v.tuple([v.string(), facts]))), kept))
}

/** At most 160 digits: a uint256 has 78, and a fee is the product of two such numbers. */
const amount = v.pipe(
  v.string(),
  v.regex(/^\d{1,160}$/),
  v.transform((digits) => BigInt(digits)),
)

const limit: Untrusted<SpendingCap> = v.union([
  v.object({ kind: v.picklist(['unlimited', 'none', 'all']) }),
  v.object({ kind: v.literal('nft'), tokenId: v.pipe(v.string(), v.regex(/^\d{1,160}$/)) }),
  v.object({ kind: v.literal('amount'), amount, decimals }),
])

const facts: Untrusted<TransactionFacts> = v.object({
  isWhole: v.literal(true),
  status: v.picklist(['confirmed', 'failed']),
  minedAt: count,
  fee: amount,
  signer: v.exactOptional(evmAddress),
  from: v.exactOptional(evmAddress),
  to: v.exactOptional(evmAddress),
  token: v.exactOptional(evmAddress),
  contract: v.exactOptional(evmAddress),
  approval: v.exactOptional(
    v.pipe(
      v.object({
        spender: evmAddress,
        symbol: orAbsent(text(100)),
        limit: v.optional(limit),
      }),
      v.transform(defined),
    ),
  ),
})
