/** Which networks the API serves. Source: GET v1/supported-chains. */
import { BillfoldError, toErrorRecord } from '../../src/core/errors.ts'
import type { SupportedNetworks } from '../../src/core/protocol.ts'
import type { CreateSource, Known, WorkerContext } from '../context.ts'

const DAY = 86_400_000
const KEY = 'networks'
/** No API serves more; keeps the answer far below the limit of a message. */
const MOST = 1_000

export const createNetworksSource: CreateSource<'networks'> = ({ clock, http, store }: WorkerContext) => ({
  key: KEY,
  owner: '',
  lifetime: DAY,
  pauseAfterFailure: 0,
  load: async () => (await store.get(KEY))?.value as Known<SupportedNetworks> | undefined,
  async fetch({ signal }) {
    let data: SupportedNetworks
    try {
      data = readNetworks(await http.get('/v1/supported-chains', {}, { signal }))
    } catch (error) {
      if (signal.aborted) throw error
      throw unknownError(error)
    }
    const known = { data, fetchedAt: clock.now() }
    await store.write([{ key: KEY, owner: '', value: known, bytes: JSON.stringify(data).length }])
    return known
  },
})

/** @throws bad_envelope also for an empty list: "no network at all" would hide every balance. */
function readNetworks(answer: unknown): SupportedNetworks {
  const { http, ws } = (answer ?? {}) as { http?: unknown; ws?: unknown }
  const data = { http: readList(http), ws: readList(ws) }
  if (data.http.length > 0) return data
  throw new BillfoldError('bad_envelope', 'The list of supported networks is not what was expected.', {
    category: 'DATA_PARSING_ERROR',
  })
}

function readList(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  const isChainId = (item: unknown): item is string =>
    typeof item === 'string' && /^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/.test(item)
  return [...new Set(value.filter(isChainId))].slice(0, MOST)
}

/** Neither yes nor no: nothing may be called unsupported or empty because of it. */
function unknownError(error: unknown): BillfoldError {
  const { code, context } = toErrorRecord(error)
  return new BillfoldError(
    'networks_unknown',
    'It could not be found out which networks are supported. Check the connection and try again.',
    { category: 'API_ERROR', context: { ...context, reason: code }, cause: error },
  )
}
