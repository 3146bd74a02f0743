/** The networks that the API serves. Source: GET v1/supported-chains. */
import * as v from 'valibot'
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { SupportedNetworks } from '../../src/core/contract/protocol.ts'
import { listOf, parseOrNone, type Untrusted } from '../../src/core/contract/schemas.ts'
import type { Cached, Source, WorkerContext } from '../base/context.ts'
import { keepNewest } from '../base/keep-newest.ts'
import { readCached } from '../base/read-cached.ts'
import { wrapFailure } from '../base/wrap-failure.ts'

const DAY = 86_400_000
const KEY = 'networks'
const UNKNOWN = 'Could not load the supported networks. Check the connection and try again.'
/** Upper limit of networks in the list: more than the API serves, and far below the limit of a message. */
const MAX_CHAINS = 1_000

export const createNetworksSource = ({ clock, http, store }: WorkerContext): Source<SupportedNetworks> => ({
  staleTime: DAY,
  load: async () => readStored((await store.get(KEY))?.value),
  async fetch({ signal }) {
    let data: SupportedNetworks | undefined
    try {
      data = parseOrNone(supported, await http.client('api').get('/v1/supported-chains', {}, { signal }))
      if (!data) throw emptyError()
    } catch (error) {
      if (signal.aborted) throw error
      // Until the list is known, no network may be treated as unsupported.
      throw wrapFailure('networks_unknown', UNKNOWN, error)
    }
    const value = { data, fetchedAt: clock.now() }
    const record = { key: KEY, owner: '', value, bytes: JSON.stringify(data).length }
    await keepNewest(store, record, clock.now())
    return value
  },
})

const chainIds = v.fallback(
  v.pipe(
    listOf(v.pipe(v.string(), v.regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/))),
    v.transform((ids) => [...new Set(ids)].slice(0, MAX_CHAINS)),
  ),
  [],
)

/** Schema of the answer, and of the stored list. Refuses an empty list, which would hide every balance. */
const supported: Untrusted<SupportedNetworks> = v.pipe(
  v.object({ http: chainIds, ws: chainIds }),
  v.check(({ http }) => http.length > 0),
)

/**
 * Reads the stored list. Rejects a damaged list as a whole: a network that is missing from it would be treated as
 * unsupported for a day.
 */
function readStored(value: unknown): Cached<SupportedNetworks> | undefined {
  const known = readCached(value, supported)
  const { http, ws } = (known ? (value as typeof known).data : {}) as Partial<SupportedNetworks>
  const isWhole = http?.length === known?.data.http.length && ws?.length === known?.data.ws.length
  return isWhole ? known : undefined
}

function emptyError(): BillfoldError {
  return new BillfoldError('bad_envelope', 'The list of supported networks has an unexpected format.', {
    category: 'DATA_PARSING_ERROR',
  })
}
