/** The page's own connectors, as they are listed among the wallets that were found. */
import type { Connector } from '../connector.ts'
import { cleanText } from '../../core/text/text.ts'
import { createPageProvider } from './page-provider.ts'
import type { PageConnector } from './page-connectors.ts'

const PREFIX = 'external/'

export const toRestoreKey = ({ id }: Pick<PageConnector, 'id'>) => PREFIX + id

/** Whether a session is of such a connector, and the page does not bring it any more: then it cannot come back. */
export function isGone(restoreKey: string, connectors: readonly PageConnector[]): boolean {
  return restoreKey.startsWith(PREFIX) && !connectors.some((one) => toRestoreKey(one) === restoreKey)
}

export function toExternal(given: PageConnector): Connector {
  const { id, icon, rdns } = given
  const name = cleanText(given.name).text || id
  return {
    id,
    name,
    type: 'EXTERNAL',
    chain: 'eip155',
    namespaces: ['eip155'],
    restoreKey: toRestoreKey(given),
    ...(icon !== undefined && { imageUrl: icon }),
    ...(rdns !== undefined && { info: { rdns, uuid: id } }),
    provider: createPageProvider(name, given.getProvider, given.autoConnect !== undefined),
  }
}
