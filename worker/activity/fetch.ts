/** GET /v1/account/{account}/history: one page, newest first. */
import { type CaipAddress, parseCaipAddress } from '../../src/core/caip.ts'
import { BillfoldError } from '../../src/core/errors.ts'
import type { WorkerContext } from '../context.ts'
import { path } from '../http/path.ts'
import { type HistoryPage, readHistory } from './read-history.ts'

/**
 * `cursor`: null for the newest page.
 * @throws network_unsupported without a request; networks_unknown; bad_envelope; what Http.get throws.
 */
export async function fetchHistory(
  { http, isSupported }: Pick<WorkerContext, 'http' | 'isSupported'>,
  account: CaipAddress,
  cursor: string | null,
  signal: AbortSignal,
): Promise<HistoryPage> {
  const { namespace, caipNetworkId, address } = parseCaipAddress(account)
  if (namespace !== 'eip155' || !(await isSupported(caipNetworkId, signal))) {
    throw new BillfoldError('network_unsupported', 'Failed to fetch transactions', {
      category: 'API_ERROR',
      context: { caipNetworkId },
    })
  }
  const query = { cursor: cursor ?? undefined, chainId: caipNetworkId }
  const page = readHistory(
    await http.client('api').get(path`/v1/account/${address}/history`, query, { signal }),
    caipNetworkId,
    address.toLowerCase(),
  )
  // Not one usable item would end as "nothing happened", in place of what is known or may be known later.
  if (
    page.items.length === 0 &&
    page.hidden.length > 0 &&
    page.hidden.every(({ reason }) => reason === 'invalid')
  ) {
    throw new BillfoldError('bad_envelope', 'None of the transactions is what was expected.', {
      category: 'DATA_PARSING_ERROR',
      context: { invalid: page.hidden.length },
    })
  }
  return page
}
