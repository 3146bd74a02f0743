/** Connects a wallet that the page runs inside of, without a view and without a question. */
import type { ReadonlySignal } from '@preact/signals-core'
import { BillfoldError } from '../core/base/errors.ts'
import { when } from '../base/when.ts'
import { awaitRestored } from '../wallets/await-account.ts'
import type { Connector } from '../wallets/connector.ts'
import type { Connections } from './connections.ts'
import type { Sessions } from './session.ts'

interface AutoConnectOptions {
  connections: Pick<Connections, 'getAccount' | 'connect' | 'attempts' | 'cancelAttempt'>
  connectors: ReadonlySignal<readonly Connector[]>
  sessions: Pick<Sessions, 'get'>
}

/** @returns a function that waits until the connector is listed, and rejects with the reason of a failed connection */
export function createAutoConnect({ connections, connectors, sessions }: AutoConnectOptions) {
  const { getAccount, connect, attempts, cancelAttempt } = connections

  return async (id: string): Promise<void> => {
    const find = () => connectors.value.find((one) => one.id === id && one.type === 'EXTERNAL')
    const connector = (await when(find))!
    const { chain, provider, restoreKey } = connector
    const isStored = sessions.get(chain)?.restoreKey === restoreKey
    const restored = isStored ? await awaitRestored(() => getAccount(chain)) : undefined
    if (restored?.connector.provider === provider) return
    await connect(connector)
    const { error } = attempts.peek().find((one) => one.connector.provider === provider) ?? {}
    if (!error) return
    // A person did not choose this wallet: the modal does not report its failure.
    cancelAttempt(chain)
    const { code, message, ...more } = error
    throw new BillfoldError(code, message, more)
  }
}
