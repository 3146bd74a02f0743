/** Disconnects a wallet when the page requests it through a provider. */
import { hasCode } from '../core/base/errors.ts'
import type { Namespace } from '../core/chains/caip.ts'
import type { ProviderPage } from './adapter.ts'

/**
 * Ends the connection of this namespace, also the stored session of a wallet that is locked or not restored. Does
 * nothing without a connection, since the person may be choosing a wallet. Succeeds even if the wallet keeps its
 * permission.
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
