/** Switches the wallet to another network. After a failure, the previous view opens again. */
import type { AccountState, ConnectedAccount } from '../../src/wallets/account.ts'
import { hasCode, toErrorRecord } from '../../src/core/base/errors.ts'
import type { Network } from '../../src/core/chains/networks.ts'
import type { Shell } from '../../src/shell/shell.ts'
import type { Snack } from '../../src/base/snacks.ts'
import { isOfNamespace } from '../../src/wallets/is-of-namespace.ts'
import { nameWallet } from '../../src/wallets/name-wallet.ts'

/**
 * For each shell, a function that dismisses the failure message. It is called when the network changes or a new attempt
 * starts.
 */
const forgetting = new WeakMap<Shell, () => void>()

/** Never rejects. A failure is shown as a message. */
export async function leadToNetwork(shell: Shell, network: Network): Promise<void> {
  const { router, snacks } = shell
  forgetting.get(shell)?.()
  try {
    await shell.switchNetwork(network)
  } catch (error) {
    const isShown = shell.open.peek() && router.current.peek().view === 'SwitchNetwork'
    // Show no message if the person cancelled.
    if (!isShown || hasCode(error, 'aborted')) return
    shell.cancelSwitch()
    router.goBack()
    const asked = shell.accounts.peek().find((one) => isOfNamespace(one, network))
    const snack = explain(error, asked, () => router.push('SwitchNetwork', { network }))
    snacks.show(snack)
    const networkId = getNetworkId(shell.account.peek())
    const stop = shell.account.subscribe((now) => {
      if (getNetworkId(now) !== networkId) forgetting.get(shell)?.()
    })
    forgetting.set(shell, () => {
      forgetting.delete(shell)
      snacks.withdraw(snack)
      queueMicrotask(stop)
    })
  }
}

function getNetworkId(account: AccountState): string | undefined {
  return account.status === 'connected' ? account.caipNetworkId : undefined
}

/** The message about a failure, with a retry action. */
function explain(error: unknown, account: ConnectedAccount | undefined, retry: () => void): Snack {
  const isNo = hasCode(error, 'wallet_declined') && account !== undefined
  return {
    variant: 'error',
    message: isNo
      ? { code: 'switch_declined', wallet: nameWallet(account.connector) }
      : { code: 'switch_failed' },
    autoClose: isNo,
    ...(isNo ? {} : { detail: toErrorRecord(error) }),
    action: { label: { code: 'try_again' }, run: retry },
  }
}
