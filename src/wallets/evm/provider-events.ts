/**
 * Emits the events of the page's provider. Loaded with the adapter, since nothing changes before the adapter is loaded.
 * @see https://eips.ethereum.org/EIPS/eip-1193#events
 */
import {
  getAccounts,
  getChainId,
  getNetworks,
  type EvmPageProvider,
  type EvmTarget,
  toHexId,
} from './page-provider.ts'
import { rpcError } from './rpc-error.ts'

export interface ProviderEvents {
  /**
   * Sets the connected wallet and emits what has changed. Without a target, the provider keeps the last wallet's
   * network if the page lists that network.
   * @param isLocked whether the wallet is only locked: it is still watched
   */
  setTarget(target: EvmTarget | undefined, isLocked?: boolean): void
  emit(event: string, value: unknown): void
}

export function createProviderEvents(pageProvider: EvmPageProvider): ProviderEvents {
  let queue: [event: string, value: unknown][] = []
  /** Whether requests can reach a network, through a wallet or a node of the page (EIP-1193). */
  let isConnected = false

  /**
   * Queues an event until the state has changed, so that a listener that asks Billfold gets the same values. Errors of
   * one listener do not stop the others.
   */
  function emit(event: string, value: unknown): void {
    if (queue.push([event, value]) === 1) queueMicrotask(deliver)
  }

  function deliver(): void {
    for (const [event, value] of queue) {
      for (const entry of pageProvider.listeners) {
        const [eventName, listener, isOnce] = entry
        if (eventName !== event) continue
        // Remove only this entry: the same function may also be registered by `on`.
        if (isOnce) pageProvider.listeners = pageProvider.listeners.filter((one) => one !== entry)
        try {
          listener(value as never)
        } catch (error) {
          console.error(error)
        }
      }
    }
    queue = []
  }

  /** Returns a function that emits the network if it has changed since this call. */
  function watchChain(): () => void {
    const before = getChainId(pageProvider)
    return () => {
      const after = getChainId(pageProvider)
      if (after === before || after === undefined) return
      emit('chainChanged', toHexId(after))
      emit('networkChanged', String(after))
    }
  }

  function watchAccounts(): () => void {
    const before = String(getAccounts(pageProvider))
    return () => {
      if (String(getAccounts(pageProvider)) !== before)
        emit('accountsChanged', [...getAccounts(pageProvider)])
    }
  }

  function leave(): void {
    const networks = getNetworks(pageProvider)
    const emitChain = watchChain()
    if (!networks.some(({ id }) => Number(id) === pageProvider.chainId)) pageProvider.chainId = undefined
    emitChain()
    if (!isConnected || networks.some(({ rpcUrls }) => rpcUrls.length > 0)) return
    isConnected = false
    emit('disconnect', rpcError(4900, 'The wallet is no longer connected.'))
  }

  return {
    emit,
    setTarget(next, isLocked = false) {
      const [emitChain, emitAccounts] = [watchChain(), watchAccounts()]
      if (next) pageProvider.chainId = next.chainId
      pageProvider.target = next
      if (next && !isConnected) emit('connect', { chainId: toHexId(next.chainId) })
      if (next) isConnected = true
      emitChain()
      emitAccounts()
      if (!next && !isLocked) leave()
    },
  }
}
