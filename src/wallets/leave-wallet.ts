/** Disconnects a wallet on a request through its provider. */
import { hasCode } from '../core/base/errors.ts'
import type { Namespace } from '../core/chains/caip.ts'
import type { ProviderPage } from './adapter.ts'

/**
 * Ends the connection of this namespace, even without a shared account: a locked wallet, or one that was not restored, has
 * a stored session. Does nothing without a connection, since the user may be choosing a wallet. Succeeds even if the
 * wallet keeps its permission.
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
