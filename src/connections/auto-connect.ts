/** Connects the wallet in which the page is embedded, without a view and without a prompt. */
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

/**
 * @returns a function that waits until the connector with the given id is listed, and connects it. Rejects with the
 *   reason if connecting fails
 */
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
    // The person did not choose this wallet, so the modal must not report the failure.
    cancelAttempt(chain)
    const { code, message, ...more } = error
    throw new BillfoldError(code, message, more)
  }
}
