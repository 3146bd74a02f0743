/** Disconnects a wallet when the page requests it through a provider. */
import { hasCode } from '../core/base/errors.ts'
import type { Namespace } from '../core/chains/caip.ts'
import type { ProviderPage } from './adapter.ts'

/**
 * Ends the connection of this namespace, or deletes the stored session of a wallet that is locked or not restored.
 * Without a connection or session, does nothing: the person may be choosing a wallet, which must not be interrupted.
 * Succeeds even if the wallet does not revoke the page's permission.
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
