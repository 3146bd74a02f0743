/**
 * Connects the wallet in which the page is embedded, without a prompt. Loaded only if the page brings a connector for
 * such a wallet.
 */
import { hasCode } from '../../core/base/errors.ts'
import type { ProviderPage } from '../adapter.ts'
import { isInside } from './is-inside.ts'
import type { PageConnector } from './page-connectors.ts'

/** Connects only the first such wallet: a page is embedded in one wallet at most. */
export async function autoConnect(connectors: readonly PageConnector[], page: ProviderPage): Promise<void> {
  for (const connector of connectors) {
    if (!connector.autoConnect || !(await isInside(connector))) continue
    try {
      const shell = await page.load()
      await shell.autoConnect?.(connector.id)
    } catch (error) {
      // Do not warn if the page itself has stopped Billfold.
      if (!hasCode(error, 'stopped'))
        console.warn(`Billfold: could not connect to ${connector.name}, which embeds this page.`, error)
    }
    return
  }
}
