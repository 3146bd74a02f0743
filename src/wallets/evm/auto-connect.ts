/** Connects the wallet that this page runs inside of, without a question to a person. Loaded only on a page that brings such a wallet. */
import { hasCode } from '../../core/base/errors.ts'
import type { ProviderPage } from '../adapter.ts'
import { isInside } from './is-inside.ts'
import type { PageConnector } from './page-connectors.ts'

/** The first one counts: a page is in one place. */
export async function autoConnect(connectors: readonly PageConnector[], page: ProviderPage): Promise<void> {
  for (const connector of connectors) {
    if (!connector.autoConnect || !(await isInside(connector))) continue
    try {
      const shell = await page.load()
      await shell.autoConnect?.(connector.id)
    } catch (error) {
      // The page has left and does not wait for it.
      if (!hasCode(error, 'stopped'))
        console.warn(`Billfold: ${connector.name} around this page did not connect.`, error)
    }
    return
  }
}
