/** The wallets of this browser without those that the page excludes. */
import { signal } from '@preact/signals-core'
import { isInstalledWallet } from '../connections/match-installed-wallets.ts'
import type { Connector } from '../wallets/connector.ts'
import type { Snapshot } from '../core/contract/protocol.ts'
import type { WalletsPage } from '../core/assets/wallet.ts'

/** How long the list waits for the excluded wallets, so that no row appears and disappears again. Milliseconds. */
const PATIENCE = 3_000

const isPatient = signal(true, {
  watched: () => void setTimeout(() => (isPatient.value = false), PATIENCE),
})

/**
 * The wallets of this browser without the wallets of the given list. Reads a signal: call it inside a computed or an
 * effect.
 */
export function withoutExcluded(
  connectors: readonly Connector[],
  { data, status }: Snapshot<WalletsPage>,
): readonly Connector[] {
  if (!data && status === 'loading' && isPatient.value) return []
  return connectors.filter(
    (connector) => !data?.wallets.some((wallet) => isInstalledWallet(wallet, connector)),
  )
}
