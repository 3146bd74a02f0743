/**
 * Safe access to an EVM wallet. Wallets are untrusted: whatever a wallet does here ends at worst in a rejected promise.
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
import { markAsked } from '../own-provider.ts'

export interface RequestArguments {
  method: string
  params?: readonly unknown[] | object
}

/** The provider that a wallet injects into the web page. */
export interface Eip1193Provider {
  request(args: RequestArguments): Promise<unknown>
  on?(event: string, listener: (...args: never[]) => void): unknown
  removeListener?(event: string, listener: (...args: never[]) => void): unknown
}

/** Sends a request. A synchronous error also becomes a rejection. */
export async function askWallet(
  provider: Eip1193Provider,
  method: string,
  params: readonly unknown[] = [],
): Promise<unknown> {
  return provider.request(toMarked({ method, params }))
}

/** Marks the request and its parameters, so that Billfold recognises both if a wallet sends them back to Billfold. */
export function toMarked({ method, params }: RequestArguments): RequestArguments {
  const copy = Array.isArray(params) ? [...(params as unknown[])] : params && { ...params }
  return markAsked(copy ? { method, params: markAsked(copy) } : { method })
}

/**
 * Calls `listener` on each event. Returns a stop function. If the wallet does not support listeners, `listener` is
 * never called.
 */
export function listenToWallet(
  provider: Eip1193Provider,
  event: string,
  listener: (value: never) => void,
): () => void {
  const attempt = (run: () => unknown) => {
    try {
      run()
    } catch {
      // Some wallets throw, since they do not support adding or removing listeners.
    }
  }
  let stopped = false
  // Some wallets do not support removing listeners: ignore their events instead.
  const onEvent = (value: never) => {
    if (!stopped) listener(value)
  }
  attempt(() => provider.on?.(event, onEvent))
  return () => {
    stopped = true
    attempt(() => provider.removeListener?.(event, onEvent))
  }
}
