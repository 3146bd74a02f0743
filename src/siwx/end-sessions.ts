import type { ConnectedAccount } from '../connections/account.ts'
import { getNamespace, type Namespace } from '../core/caip.ts'
import type { Network } from '../core/networks.ts'
import type { SIWX } from './siwx.ts'

/**
 * Ends the sessions of whoever disconnects: of one namespace, or of all. Who keeps them may be out of reach, so nobody
 * who leaves waits for that (T16).
 */
export function endSessions(
  siwx: SIWX,
  accounts: readonly ConnectedAccount[],
  networks: readonly Network[],
  namespace?: Namespace,
): void {
  const isLeft = ({ caipAddress }: ConnectedAccount) => !namespace || getNamespace(caipAddress) === namespace
  if (accounts.every(isLeft)) return quietly(() => siwx.setSessions([]))
  // Those of the others stay.
  const own = networks.filter(({ chainNamespace }) => chainNamespace === namespace)
  for (const { address } of accounts.filter(isLeft))
    for (const { caipNetworkId } of own) quietly(() => siwx.revokeSession(caipNetworkId, address))
}

function quietly(end: () => Promise<void>): void {
  Promise.resolve()
    .then(end)
    .catch(() => {})
}
