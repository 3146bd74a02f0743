/**
 * The interface of an EVM wallet, and its errors as ours. A wallet may be anything: each use of one goes through
 * here, where nothing that it does gets further than a rejected promise.
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
import { BillfoldError } from '../core/errors.ts'

export interface RequestArguments {
  method: string
  params?: readonly unknown[] | object
}

/** What a wallet puts into the page. */
export interface Eip1193Provider {
  request(args: RequestArguments): Promise<unknown>
  on?(event: string, listener: (...args: never[]) => void): unknown
  removeListener?(event: string, listener: (...args: never[]) => void): unknown
}

export function isEip1193Provider(value: unknown): value is Eip1193Provider {
  try {
    const isObject = (typeof value === 'object' && value !== null) || typeof value === 'function'
    return isObject && typeof (value as Eip1193Provider).request === 'function'
  } catch {
    return false
  }
}

/** A request whose failure, also a sudden one, is a rejection. */
export async function askWallet(
  provider: Eip1193Provider,
  method: string,
  params?: readonly unknown[],
): Promise<unknown> {
  return provider.request(params ? { method, params } : { method })
}

/** Returns its own stop. A wallet that takes no listener is one that never says anything. */
export function listenToWallet(
  provider: Eip1193Provider,
  event: string,
  listener: (value: never) => void,
): () => void {
  const attempt = (run: () => unknown) => {
    try {
      run()
    } catch {
      // There is nobody to tell.
    }
  }
  let stopped = false
  // There are wallets that let nobody go: who was left is not heard any more all the same.
  const hear = (value: never) => {
    if (!stopped) listener(value)
  }
  attempt(() => provider.on?.(event, hear))
  return () => {
    stopped = true
    attempt(() => provider.removeListener?.(event, hear))
  }
}

/** A wallet's error as ours. A person's "no" (4001) is an outcome, not a failure. */
export function toWalletError(error: unknown, walletName: string): BillfoldError {
  const { code, message } = readWalletError(error)
  const cause = { cause: error }
  if (code === 4001 || code === 'ACTION_REJECTED') {
    return new BillfoldError('wallet_declined', `Declined in ${walletName}. Nothing was shared.`, cause)
  }
  if (code === -32002) {
    return new BillfoldError(
      'wallet_busy',
      `A request is already open in ${walletName}. Answer it there first.`,
      cause,
    )
  }
  return new BillfoldError(
    'wallet_failed',
    `${walletName} could not do this: ${message?.slice(0, 200) ?? 'it gave no reason'}`,
    { ...cause, context: typeof code === 'number' ? { code } : {} },
  )
}

/**
 * EIP-3085 and EIP-3326: the wallet does not know the network, and may learn it. Some say so in words only.
 * @see https://eips.ethereum.org/EIPS/eip-3326
 */
export function isUnknownNetwork(error: unknown): boolean {
  const { code, message } = readWalletError(error)
  return (
    code === 4902 ||
    (code === -32603 && /4902|unrecogni[sz]ed chain|wallet_addEthereumChain/i.test(message ?? ''))
  )
}

/** Wallets nest the real error in `data.originalError` (MetaMask mobile). Reading it may throw as well. */
function readWalletError(error: unknown): { code?: number | string; message?: string } {
  try {
    const { code, message, data } = Object(error) as {
      code?: unknown
      message?: unknown
      data?: { originalError?: { code?: unknown } }
    }
    const inner = data?.originalError?.code
    const found = typeof inner === 'number' ? inner : code
    return {
      ...(typeof found === 'number' || typeof found === 'string' ? { code: found } : {}),
      ...(typeof message === 'string' ? { message } : {}),
    }
  } catch {
    return {}
  }
}
