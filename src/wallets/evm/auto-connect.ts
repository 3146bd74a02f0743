/** Connects the wallet that this page runs inside of, and asks nobody. Loaded only on a page that brings such a wallet. */
import type { ProviderPage } from '../adapter.ts'
import { toRestoreKey } from './external.ts'
import { isInside } from './is-inside.ts'
import type { PageConnector } from './page-connectors.ts'

/** The first one counts: a page is in one place. */
export async function autoConnect(connectors: readonly PageConnector[], page: ProviderPage): Promise<void> {
  for (const connector of connectors) {
    if (!connector.autoConnect || !(await isInside(connector))) continue
    const shell = await page.load()
    return shell.autoConnect?.(toRestoreKey(connector))
  }
}
