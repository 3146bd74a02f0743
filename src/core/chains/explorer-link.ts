/** The explorer's link to an address or a transaction; undefined if the network has no explorer with a safe URL. */
import type { Network } from './networks.ts'
import { safeLink } from '../text/url.ts'

export function explorerLink(
  network: Network | undefined,
  kind: 'address' | 'tx',
  id: string,
): string | undefined {
  const base = network?.explorerUrl
  return base && safeLink(`${base}/${kind}/${encodeURIComponent(id)}`)
}
