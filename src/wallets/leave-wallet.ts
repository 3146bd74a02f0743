/** What a page does through a provider that leaves its wallet. */
import { hasCode } from '../core/base/errors.ts'
import type { Namespace } from '../core/chains/caip.ts'
import type { ProviderPage } from './adapter.ts'

/**
 * Ends the connection of this namespace, also while no account is shared: a locked wallet, and one that could not be restored,
 * have a stored session. Without a connection it does nothing: a person may just be choosing a wallet. Where the wallet keeps
 * its permission, the page has left all the same.
 */
export async function leaveWallet(
  { page, target }: { page?: ProviderPage; target?: unknown },
  namespace: Namespace,
): Promise<void> {
  if (!page || !(target || (page.hasSession?.(namespace) ?? true))) return
  const shell = await page.load()
  try {
    await shell.disconnect(namespace)
  } catch (error) {
    if (!hasCode(error, 'disconnect_failed')) throw error
  }
}
