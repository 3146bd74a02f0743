/**
 * What the provider of a page says by itself. Loaded with the adapter: nothing changes before that.
 * @see https://eips.ethereum.org/EIPS/eip-1193#events
 */
import { getAccounts, getChainId, type ProviderRelay, type RelayTarget, toRpcError } from './relay.ts'

export interface ProviderEvents {
  /** Says what has changed: `connect` first, `disconnect` last. */
  setTarget(target: RelayTarget | undefined): void
  emit(event: string, value: unknown): void
}

export function createProviderEvents(relay: ProviderRelay): ProviderEvents {
  let queue: [event: string, value: unknown][] = []

  /**
   * Emits in order, after the task that changed the state, so that a listener that asks Billfold sees the same. A listener
   * that throws does not stop the others.
   */
  function emit(event: string, value: unknown): void {
    if (queue.push([event, value]) === 1) queueMicrotask(deliver)
  }

  function deliver(): void {
    for (const [event, value] of queue) {
      for (const [heard, listener] of relay.listeners) {
        try {
          if (heard === event) listener(value as never)
        } catch (error) {
          console.error(error)
        }
      }
    }
    queue = []
  }

  return {
    emit,
    setTarget(next) {
      const [chainId, accounts, before] = [getChainId(relay), String(getAccounts(relay)), relay.target]
      relay.target = next
      if (next && !before) emit('connect', { chainId: getChainId(relay) })
      if (getChainId(relay) !== chainId) emit('chainChanged', getChainId(relay))
      if (String(getAccounts(relay)) !== accounts) emit('accountsChanged', [...getAccounts(relay)])
      if (!next && before) emit('disconnect', toRpcError(4900, 'The wallet is not connected any more.'))
    },
  }
}
