/** Leads a person’s wallet to another network, and back to where they began when that comes to nothing. */
import type { ReadonlySignal } from '@preact/signals-core'
import type { AccountState } from '../connections/account.ts'
import type { Connections } from '../connections/connections.ts'
import { hasCode, toErrorRecord } from '../core/errors.ts'
import type { Network } from '../core/networks.ts'
import type { Router } from './router.ts'
import type { Snack, Snacks } from './snacks.ts'

export interface NetworkGuide {
  /** Never rejects: how it ended is shown. */
  lead(network: Network): Promise<void>
  /** What was said of a failure holds no longer. */
  forget(): void
}

interface GuideContext {
  connections: Pick<Connections, 'switchNetwork' | 'cancelSwitch' | 'getAccount'>
  router: Router
  snacks: Snacks
  isOpen: ReadonlySignal<boolean>
}

export function createNetworkGuide({ connections, router, snacks, isOpen }: GuideContext): NetworkGuide {
  let said: Snack | undefined

  function forget(): void {
    if (said) snacks.withdraw(said)
    said = undefined
  }

  return {
    forget,
    async lead(network) {
      forget()
      try {
        await connections.switchNetwork(network)
      } catch (error) {
        const isShown = isOpen.peek() && router.current.peek().view === 'SwitchNetwork'
        // Who has given up knows.
        if (!isShown || hasCode(error, 'aborted')) return
        connections.cancelSwitch()
        router.goBack()
        said = explain(error, connections.getAccount(network.chainNamespace), () =>
          router.push('SwitchNetwork', { network }),
        )
        snacks.show(said)
      }
    },
  }
}

/** What happened, with the way to ask again. */
function explain(error: unknown, account: AccountState, retry: () => void): Snack {
  const isNo = hasCode(error, 'wallet_declined') && account.status === 'connected'
  return {
    variant: 'error',
    message: isNo ? { code: 'switch_declined', wallet: account.connector.name } : { code: 'switch_failed' },
    autoClose: isNo,
    ...(isNo ? {} : { detail: toErrorRecord(error) }),
    action: { label: { code: 'try_again' }, run: retry },
  }
}
