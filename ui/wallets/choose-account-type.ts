import type { ConnectedAccount } from '../../src/wallets/account.ts'
import type { WalletAccount } from '../../src/wallets/wallet-accounts.ts'
import { track } from '../../src/base/tracked-event.ts'
import { getNamespace } from '../../src/core/chains/caip.ts'
import type { Shell } from '../../src/shell/shell.ts'

/** Switches to the account of the other type (standard or smart), and remembers the choice. */
export async function chooseAccountType(
  shell: Shell,
  { caipNetworkId }: ConnectedAccount,
  { purpose }: WalletAccount,
): Promise<void> {
  const properties = { accountType: purpose, network: caipNetworkId }
  track(shell, { event: 'SET_PREFERRED_ACCOUNT_TYPE', properties })
  await shell.chooseType(getNamespace(caipNetworkId), purpose)
}
