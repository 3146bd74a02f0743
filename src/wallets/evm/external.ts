/** Converts the page's own connectors to Billfold's. Loaded only if the page brings connectors. */
import type { FoundPageConnector } from '../wallet-finder.ts'
import { cleanText } from '../../core/text/text.ts'
import { isInside } from './is-inside.ts'
import { createConnectorProvider } from './connector-provider.ts'
import type { PageConnector } from './page-connectors.ts'

export function toExternal(given: PageConnector): FoundPageConnector {
  const { id, icon, rdns, autoConnect } = given
  const name = cleanText(given.name).text || id
  return {
    connector: {
      id,
      name,
      type: 'EXTERNAL',
      chain: 'eip155',
      namespaces: ['eip155'],
      restoreKey: EXTERNAL + id,
      ...(icon !== undefined && { imageUrl: icon }),
      ...(rdns !== undefined && { info: { rdns, uuid: id } }),
      provider: createConnectorProvider(name, given.getProvider, !!autoConnect),
    },
    ...(autoConnect && { isThere: isInside(given) }),
  }
}

/** Prefix of the restore key: the stored session is one of a connector that the page brings. */
const EXTERNAL = 'external/'
