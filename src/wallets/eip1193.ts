/**
 * The interface of an EVM wallet, and its errors as ours. A wallet may be anything: each use of one goes through
 * here, where nothing that it does gets further than a rejected promise.
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
import { BillfoldError } from '../core/errors.ts'
import { plainText } from '../core/text.ts'

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
export function toWalletError(
  error: unknown,
  walletName: string,
  declined = `Declined in ${walletName}.`,
): BillfoldError {
  const layers = readLayers(error)
  const cause = { cause: error }
  if (isDeclined(layers)) return new BillfoldError('wallet_declined', declined, cause)
  if (hasLayer(layers, -32002)) {
    return new BillfoldError(
      'wallet_busy',
      `A request is already open in ${walletName}. Answer it there first.`,
      cause,
    )
  }
  const said = layers.find(({ message }) => message)?.message
  const reason = said ?? (saysUnknownNetwork(layers) ? 'it does not know this network' : 'it gave no reason')
  const code = hasLayer(layers, 4100) ? 4100 : layers.find((layer) => layer.code !== undefined)?.code
  return new BillfoldError('wallet_failed', `${walletName} could not do this: ${reason}`, {
    ...cause,
    context: typeof code === 'number' ? { code } : {},
  })
}

/**
 * EIP-3085 and EIP-3326: the wallet does not know the network, and may learn it. Some say so in words only.
 * @see https://eips.ethereum.org/EIPS/eip-3326
 */
export function isUnknownNetwork(error: unknown): boolean {
  const layers = readLayers(error)
  return !isDeclined(layers) && saysUnknownNetwork(layers)
}

/** One of the errors that a wallet has put into each other. */
interface Layer {
  code?: number | string
  /** Cleaned, and never empty. */
  message?: string
}

function isDeclined(layers: readonly Layer[]): boolean {
  return layers.some(
    ({ code, message = '' }) =>
      code === 4001 || code === 'ACTION_REJECTED' || /\buser (rejected|denied)\b/i.test(message),
  )
}

function saysUnknownNetwork(layers: readonly Layer[]): boolean {
  return layers.some(
    ({ code, message = '' }) =>
      code === 4902 || /\b4902\b|unrecogni[sz]ed chain|wallet_addEthereumChain/i.test(message),
  )
}

function hasLayer(layers: readonly Layer[], code: number): boolean {
  return layers.some((layer) => layer.code === code)
}

/** `data.originalError` is MetaMask mobile's, `cause` viem's, `error` and `info.error` those of ethers. */
const INNER = ['data', 'originalError', 'cause', 'error', 'info'] as const
/** Deeper is nobody's error: one that holds itself must have an end. */
const MAX_DEPTH = 4
const MAX_MESSAGE = 200

/** The outer error first. */
function readLayers(error: unknown, depth = MAX_DEPTH): readonly Layer[] {
  if (typeof error === 'string') return [toLayer(undefined, error)]
  if (depth === 0 || typeof error !== 'object' || error === null) return []
  const outer = toLayer(readKey(error, 'code'), readKey(error, 'message'))
  return [outer, ...INNER.flatMap((key) => readLayers(readKey(error, key), depth - 1))]
}

function toLayer(code: unknown, message: unknown): Layer {
  const isNumber = typeof code === 'string' && /^-?\d+$/.test(code)
  const text = typeof message === 'string' ? plainText(message, MAX_MESSAGE) : ''
  return {
    ...(typeof code === 'number' || typeof code === 'string' ? { code: isNumber ? Number(code) : code } : {}),
    ...(text ? { message: text } : {}),
  }
}

/** Reading it may throw as well. */
function readKey(error: object, key: string): unknown {
  try {
    return (error as Record<string, unknown>)[key]
  } catch {
    return undefined
  }
}
