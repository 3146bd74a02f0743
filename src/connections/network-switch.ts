/** Asks a connected wallet to switch the network. */
import type { ReadonlySignal } from '@preact/signals-core'
import { BillfoldError } from '../core/base/errors.ts'
import type { Network } from '../core/chains/networks.ts'
import type { WalletAdapter } from '../wallets/adapter.ts'
import type { Connection, ConnectionEvent } from './connection.ts'
import type { Connector } from '../wallets/connector.ts'
import type { WalletAccounts } from '../wallets/wallet-accounts.ts'
import { createRequestId } from '../base/request-id.ts'
import type { WalletRequests } from './wallet-requests.ts'

export interface NetworkSwitchOptions {
  state: ReadonlySignal<Connection>
  send(event: ConnectionEvent): void
  requests: WalletRequests
  adapterOf(connector: Connector): WalletAdapter
  /** Called with the accounts that the wallet shares after the request. */
  onAccounts(connector: Connector, accounts: readonly WalletAccounts[]): void
}

/**
 * Returns the function that asks for a switch.
 * @throws (by that function) wallet_missing, wallet_declined, wallet_busy, wallet_failed, aborted
 */
export function createNetworkSwitch(options: NetworkSwitchOptions): (network: Network) => Promise<void> {
  const { state, send, requests, adapterOf, onAccounts } = options
  let going: Promise<void> | undefined

  async function ask(network: Network): Promise<void> {
    const { base } = state.peek()
    if (base.status !== 'connected')
      throw new BillfoldError('wallet_missing', `No connected wallet can switch to ${network.name}.`)
    const { connector } = base
    const id = createRequestId()
    send({ type: 'switchAsked', switching: { id, network, startedAt: Date.now(), status: 'waiting' } })
    try {
      await requests.run(id, async (request) => {
        const accounts = await adapterOf(connector).switchNetwork(connector, network, request)
        if (!request.signal.aborted) onAccounts(connector, accounts)
        if (!accounts.some(({ caipNetworkId }) => caipNetworkId === network.caipNetworkId))
          throw new BillfoldError('wallet_failed', `${connector.name} did not switch to ${network.name}.`, {
            context: { reason: 'stayed' },
          })
      })
    } catch (error) {
      // Ignore the error if the wallet uses the requested network by now: the person may have switched it there.
      const { base: now } = state.peek()
      if (now.status !== 'connected' || now.account.caipNetworkId !== network.caipNetworkId) throw error
    }
  }

  return (network) => {
    const { switching } = state.peek()
    const isAsked =
      switching?.status === 'waiting' && switching.network.caipNetworkId === network.caipNetworkId
    // A second request for the same network waits for the same answer, since the wallet would refuse it.
    if (!isAsked || !going) going = ask(network)
    return going
  }
}
