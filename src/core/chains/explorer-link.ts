/** The explorer's link to an address or a transaction; undefined when the network has no explorer that is safe to open. */
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
