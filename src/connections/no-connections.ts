/** The connections of a page without adapters. Every request fails with an error that names the reason. */
import { type Signal, signal } from '@preact/signals-core'
import { BillfoldError, toErrorRecord } from '../core/base/errors.ts'
import { type AccountState, type Attempt, NOBODY } from '../wallets/account.ts'
import type { Connections } from './connections.ts'
import { missingAdapter } from './missing-adapter.ts'
import { createRequestId } from '../base/request-id.ts'

/** @param account set to disconnected, since no session can be restored */
export function createNoConnections({ account }: { account: Signal<AccountState> }): Connections {
  account.value = NOBODY
  const attempts = signal<readonly Attempt[]>([])
  return {
    attempts,
    switching: signal(undefined),
    remembered: signal([]),
    pendingDisconnect: signal(undefined),
    active: signal(undefined),
    accounts: signal([]),
    getAdapter: throwConnectionClientMissing,
    getAccount: missingAdapter,
    getProgress: missingAdapter,
    setActive: missingAdapter,
    chooseAccount: throwConnectionClientMissing,
    async connect(connector) {
      const error = toErrorRecord(createClientError('ConnectionController'))
      attempts.value = [{ id: createRequestId(), connector, startedAt: Date.now(), status: 'failed', error }]
    },
    cancelAttempt: () => void (attempts.value = []),
    async switchNetwork() {
      throw createClientError('NetworkController')
    },
    cancelSwitch() {},
    disconnect: async () => throwConnectionClientMissing(),
    stop() {},
  }
}

/**
 * @param client the missing client: `NetworkController` is for networks, `ConnectionController` for wallets and
 *   accounts
 */
export function createClientError(client: 'NetworkController' | 'ConnectionController'): BillfoldError {
  return new BillfoldError('client_missing', `${client} client not set: pass adapters to createBillfold.`)
}

function throwConnectionClientMissing(): never {
  throw createClientError('ConnectionController')
}
