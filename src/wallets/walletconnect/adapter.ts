/**
 * WalletConnect in one namespace: wraps the namespace's own adapter, which uses the wallet of the session. Only
 * connecting differs: one proposal for all namespaces, by QR code or link.
 */
import type { AdapterContext, WalletAdapter } from '../adapter.ts'
import type { Connector } from '../connector.ts'
import { keepRecentWallet } from '../recent-wallets.ts'
import { getLocalStorage } from '../../base/storage.ts'
import type { ConnectRequest } from '../wallet-request.ts'
import type { WalletAccounts } from '../wallet-accounts.ts'
import { type CaipNetworkId, getNamespace, type Namespace } from '../../core/chains/caip.ts'
import { BillfoldError } from '../../core/base/errors.ts'
import type { WalletConnectSession } from '../../core/contract/walletconnect.ts'
import { forgetOpened, keepOpened } from './opened-wallet.ts'
import { pair } from './pair.ts'
import { toProposal } from './proposal.ts'
import { toSessionWallet } from './session-wallet.ts'

export function createWalletConnectAdapter(
  namespace: Namespace,
  getAdapter: (namespace: Namespace) => WalletAdapter,
  context: AdapterContext,
): WalletAdapter {
  const adapter = getAdapter(namespace)
  const walletOf = ({ provider }: Connector) => toSessionWallet(provider as object, context)

  /** Adds the approved networks to EVM accounts: only the session lists them, since EIP-1193 has no method for that. */
  function toApproved(connector: Connector, accounts: readonly WalletAccounts[]): WalletAccounts[] {
    const approved = walletOf(connector).getApproved()
    const isEvm = ({ caipNetworkId }: WalletAccounts) => getNamespace(caipNetworkId) === 'eip155'
    return accounts.map((entry) => (isEvm(entry) ? { ...entry, approved } : entry))
  }

  /**
   * Reads the accounts with each namespace's own adapter, which validates them. Errors in one namespace do not affect
   * the others.
   * @throws the error of the first namespace, if no namespace has usable accounts
   */
  async function readAccounts(
    connector: Connector,
    { namespaces }: WalletConnectSession,
    request: ConnectRequest,
  ): Promise<WalletAccounts[]> {
    const approved = connector.namespaces.filter((one) => namespaces[one]?.accounts.length)
    // These adapters only read the approved session; the wallet is not prompted again.
    const read = await Promise.allSettled(
      approved.map((one) => getAdapter(one).connect(connector, { ...request, onProgress() {} })),
    )
    const accounts = toApproved(
      connector,
      read.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])),
    )
    const failed = read.find((one) => one.status === 'rejected')
    if (failed && accounts.length === 0) throw failed.reason
    for (const [index, one] of read.entries())
      if (one.status === 'rejected') request.onLeftOut?.(approved[index]!)
    return accounts
  }

  return {
    ...adapter,
    async connect(connector, request) {
      const proposal = toProposal(connector.namespaces, context.networks)
      const { session, signed, isWaiting } = await pair(context, proposal, request)
      // Read the new session in a separate object, so that the connected wallet stays in use until the new session is
      // known to be usable.
      const trial = { ...connector, provider: {} }
      walletOf(trial).begin(session)
      walletOf(trial).choose(request.caipNetworkId)
      try {
        request.signal.throwIfAborted()
        const accounts = await readAccounts(trial, session, request)
        if (accounts.length === 0) throw sharedNothing(session.peer.name)
        const signIn = signed.length > 0 ? await context.signIn?.load().catch(() => undefined) : undefined
        request.signal.throwIfAborted()
        if (isWaiting) await context.call('walletConnectAdopt', { id: session.id })
        const wallet = walletOf(connector)
        wallet.begin(session)
        wallet.choose(request.caipNetworkId)
        // Do not await this: the account is connected already, and the sign-in shows its own progress.
        void signIn?.take(signed, findNetwork(accounts, 'eip155'))
        if (connector.link) keepOpened(connector.link, connector.name)
        else forgetOpened()
        if (connector.wallet) keepRecentWallet(getLocalStorage(), connector.wallet)
        return accounts
      } catch (error) {
        context.call('walletConnectEnd', { id: session.id }).catch(() => {})
        throw error
      }
    },
    watchAccounts(connector, listener, caipNetworkId, onEnd, caipAddress) {
      const wallet = walletOf(connector)
      let stop: (() => void) | undefined
      let wasThere = false
      let last: readonly WalletAccounts[] = []
      const emitAccounts = () => listener(toApproved(connector, last))
      let isOver = false
      wallet.choose(caipNetworkId)
      wallet.recall(caipAddress)
      const follow = (id: CaipNetworkId | undefined) => {
        stop?.()
        stop = adapter.watchAccounts(
          connector,
          (accounts) => {
            last = accounts
            emitAccounts()
          },
          id,
        )
      }
      const stopMoves = wallet.onMove((id) => {
        if (stop && getNamespace(id) === namespace) follow(id)
      })
      const unwatch = context.topic('walletConnect', {}, wallet.onEvent).subscribe(({ data }) => {
        // The worker has not read the stored session yet.
        if (!data || data.isUnknown || isOver) return
        // Right after connecting, the web page knows the session earlier than the topic does: an empty topic does not
        // yet mean that the session has ended.
        if (!data.session && !wasThere && wallet.isThere()) return
        wallet.learn(data.session)
        if (!data.session) return onEnd?.(wallet.endedId !== undefined)
        wasThere = true
        // The approved networks may change while the accounts stay the same: report the accounts again.
        if (last.length > 0) emitAccounts()
        if (!stop) follow(caipNetworkId)
      })
      return () => {
        isOver = true
        stopMoves()
        stop?.()
        // Unsubscribe in a microtask: if the page subscribes again at once, this tab stays the leader. Otherwise the
        // outcome of open requests of other tabs would be lost.
        queueMicrotask(unwatch)
      }
    },
    async switchNetwork(connector, network, request) {
      const accounts = await adapter.switchNetwork(connector, network, request)
      walletOf(connector).choose(network.caipNetworkId)
      return toApproved(connector, accounts)
    },
    async disconnect(connector) {
      const wallet = walletOf(connector)
      // If the session is not read yet, read it first. Otherwise the wallet would keep the session.
      if (!wallet.isThere()) wallet.learn(await readSession())
      await wallet.end()
    },
  }

  function readSession(): Promise<WalletConnectSession | undefined> {
    return new Promise((resolve) => {
      const stop = context.topic('walletConnect', {}).subscribe(({ data }) => {
        if (!data || data.isUnknown) return
        resolve(data.session)
        queueMicrotask(() => stop())
      })
    })
  }
}

function findNetwork(accounts: readonly WalletAccounts[], namespace: Namespace): CaipNetworkId | undefined {
  return accounts.find(({ caipNetworkId }) => getNamespace(caipNetworkId) === namespace)?.caipNetworkId
}

function sharedNothing(name: string): BillfoldError {
  return new BillfoldError(
    'wallet_failed',
    `${name} did not share an account on this page’s networks. Connect it again and choose one.`,
    { context: { reason: 'no_account_here' } },
  )
}
