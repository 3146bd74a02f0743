/**
 * The interface of an EVM wallet. A wallet may be anything: each use of one goes through here, where nothing that it
 * does gets further than a rejected promise.
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
import { markAsked } from '../own-provider.ts'

export interface RequestArguments {
  method: string
  params?: readonly unknown[] | object
}

/** The provider that a wallet injects into the page. */
export interface Eip1193Provider {
  request(args: RequestArguments): Promise<unknown>
  on?(event: string, listener: (...args: never[]) => void): unknown
  removeListener?(event: string, listener: (...args: never[]) => void): unknown
}

/** A request whose failure, also a sudden one, is a rejection. */
export async function askWallet(
  provider: Eip1193Provider,
  method: string,
  params: readonly unknown[] = [],
): Promise<unknown> {
  return provider.request(toMarked({ method, params }))
}

/** The request and its parameters, marked: a wallet that hands either of them back to Billfold is refused. */
export function toMarked({ method, params }: RequestArguments): RequestArguments {
  const copy = Array.isArray(params) ? [...(params as unknown[])] : params && { ...params }
  return markAsked(copy ? { method, params: markAsked(copy) } : { method })
}

/** Returns a stop function. A wallet that takes no listener is one that never says anything. */
export function listenToWallet(
  provider: Eip1193Provider,
  event: string,
  listener: (value: never) => void,
): () => void {
  const attempt = (run: () => unknown) => {
    try {
      run()
    } catch {
      // There is no listener to tell.
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
