/** What a wallet throws, as an error of ours: it may be anything, also what throws when it is read. */
import { BillfoldError } from '../core/base/errors.ts'
import { plainText } from '../core/text/text.ts'

/**
 * Converts a wallet's error to ours; ours are returned unchanged. A person's "no" (4001) is an outcome, not a failure.
 */
export function toWalletError(
  error: unknown,
  walletName: string,
  declined = `Declined in ${walletName}.`,
): BillfoldError {
  if (error instanceof BillfoldError) return error
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
  const isUnserved = !said && saysUnknownNetwork(layers)
  const reason = said ?? (isUnserved ? 'it does not know this network' : 'it gave no reason')
  const code = hasLayer(layers, 4100) ? 4100 : layers.find((layer) => layer.code !== undefined)?.code
  return new BillfoldError('wallet_failed', `${walletName} could not do this: ${reason}`, {
    ...cause,
    context: {
      ...(typeof code === 'number' && { code }),
      ...(said ? { said } : isUnserved && { reason: 'unserved' }),
      wallet: walletName,
    },
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
/** Limits the depth: an error may contain itself. */
const MAX_DEPTH = 4
const MAX_MESSAGE = 200

/** The outer error first. */
export function readLayers(error: unknown, depth = MAX_DEPTH): readonly Layer[] {
  if (typeof error === 'string') return [toLayer(undefined, error)]
  if (depth === 0 || typeof error !== 'object' || error === null) return []
  const outer = toLayer(readKey(error, 'code'), readKey(error, 'message'))
  return [outer, ...INNER.flatMap((key) => readLayers(readKey(error, key), depth - 1))]
}

function toLayer(code: unknown, message: unknown): Layer {
  const isCode = typeof code === 'number' || typeof code === 'string'
  const text = typeof message === 'string' ? plainText(message, MAX_MESSAGE) : ''
  return {
    ...(isCode && { code: /^-?\d+$/.test(`${code}`) ? Number(code) : code }),
    ...(text && { message: text }),
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
