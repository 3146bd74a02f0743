/**
 * The accounts of the connected wallets. Stored sessions are read before a wallet is loaded, so the accounts are also
 * shown offline, until they are disconnected.
 */
import type { Signal } from '@preact/signals-core'
import { watchSessions } from '../base/storage.ts'
import { createSessions, sessionChanges } from '../connections/session.ts'
import type { CaipAddress } from '../core/chains/caip.ts'
import type { FollowedBillfold } from './options.ts'

/**
 * @param accounts the signal to which the connected account of each namespace is written (CAIP-10). Returns a stop
 * function.
 */
export function followWallet(
  { account }: FollowedBillfold,
  storage: Storage | undefined,
  accounts: Signal<readonly CaipAddress[]>,
): () => void {
  const sessions = createSessions(storage)
  function update(): void {
    const now = account.peek()
    const connected = now.status === 'connected' ? [now.caipAddress] : []
    const stored = sessions.list()
    // Without storage, only the active account is known.
    const all = [...connected, ...stored.map((session) => session.accounts[0])]
    const next = [...new Set(all)]
    if (next.join(' ') !== accounts.peek().join(' ')) accounts.value = next
  }
  const stops = [account.subscribe(update), sessionChanges.subscribe(update), watchSessions(storage, update)]
  return () => {
    for (const stop of stops) stop()
  }
}
