/** Converts every error of the page's EVM provider to an error with a numeric code, for all kinds of wallets. */
import type { ErrorCode, ErrorContext, ErrorRecord } from '../../core/base/errors.ts'
import {
  isDeclined,
  isUnknownNetwork,
  MAX_DATA_LENGTH,
  readDataContext,
  readKey,
  readLayers,
} from '../../core/contract/wallet-answers.ts'
import { rpcError, type RpcError } from './rpc-error.ts'

/** Numbers for Billfold's own error codes. Other errors keep the number from the wallet or the node, or get -32603. */
const NUMBERS: Partial<Record<ErrorCode, number>> = {
  wallet_declined: 4001,
  connect_cancelled: 4001,
  account_missing: 4100,
  account_changed: 4100,
  call_unsupported: 4200,
  session_ended: 4900,
  relay_unreachable: 4900,
  stopped: 4900,
  network_missing: 4901,
  wallet_busy: -32002,
}

/**
 * Converts an error to one with a numeric code. An error that already has an integer code is the wallet's own, and is
 * returned as it is.
 */
export function toRpcError(error: unknown): unknown {
  if (isBillfoldError(error)) return fromBillfoldError(error as object)
  if (typeof error === 'object' && error !== null && Number.isSafeInteger(readKey(error, 'code')))
    return error
  const layers = readLayers(error)
  const code = layers.find((layer) => Number.isSafeInteger(layer.code))?.code as number | undefined
  const number = isDeclined(error) ? 4001 : isUnknownNetwork(error) ? 4902 : (code ?? -32603)
  const reason = layers.find(({ message }) => message)?.message?.slice(0, 200)
  const data = typeof error === 'object' && error !== null ? readKey(error, 'data') : undefined
  return rpcError(number, reason ?? 'The wallet did not give a reason.', { data, cause: error })
}

/**
 * Like `toRpcError`, after a request to switch the network: an unknown network gets 4902, since pages then add the
 * network.
 * @see https://eips.ethereum.org/EIPS/eip-3326
 */
export function toSwitchError(error: unknown): unknown {
  const answer = toRpcError(error)
  const { code, message, data } = answer as RpcError
  if (code === 4902 || !(isUnknownNetwork(error) || isUnknownNetwork(answer))) return answer
  return rpcError(4902, message, { data, cause: error })
}

/**
 * Converts answers of a wallet, its relay or a node to errors with a number. Billfold's own errors stay unchanged,
 * since Billfold reads from them whether a payment may have been sent; the page's provider converts them later.
 */
export function toWalletAnswer(error: unknown): unknown {
  if (!isBillfoldError(error)) return error
  const { code, context } = readRecord(error as object)
  const isAnswer =
    code === 'wallet_declined' ||
    code === 'wallet_busy' ||
    code === 'auth_refused' ||
    code === 'bad_envelope' ||
    code.startsWith('http_') ||
    (code === 'wallet_failed' && typeof context['code'] === 'number')
  return isAnswer ? fromBillfoldError(error as object) : error
}

/** Also true for errors from another copy of this package. */
function isBillfoldError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && readKey(error, 'name') === 'BillfoldError'
}

function fromBillfoldError(error: object): RpcError {
  const { code, message, context } = readRecord(error)
  const theirs = [context['rpcCode'], context['code']].find(Number.isSafeInteger) as number | undefined
  const own = Object.hasOwn(NUMBERS, code) ? NUMBERS[code] : undefined
  const number = context['isDeclined'] === true ? 4001 : (own ?? theirs ?? -32603)
  // Add Billfold's code as reason only if the number is Billfold's own. A declined request, and an error with the
  // wallet's number, keep their own data.
  const reason = number === 4001 || number === theirs ? undefined : { reason: code }
  return rpcError(
    number,
    String(context['description'] ?? message).slice(0, MAX_MESSAGE) || 'The wallet did not give a reason.',
    { data: readDataContext(context) ?? reason, cause: error },
  )
}

/** Reads an error's fields with checks: a wallet may throw anything under the name of Billfold's errors. */
function readRecord(error: object): Pick<ErrorRecord, 'code' | 'message' | 'context'> {
  const [code, message, context] = ['code', 'message', 'context'].map((key) => readKey(error, key))
  const isObject = typeof context === 'object' && context !== null && !Array.isArray(context)
  const parts = isObject ? CONTEXT.map((key) => [key, readKey(context, key)] as const) : []
  return {
    code: (typeof code === 'string' ? code : 'unexpected') as ErrorCode,
    message: typeof message === 'string' ? message : '',
    context: Object.fromEntries(parts.filter(([, part]) => isPlain(part))) as ErrorContext,
  }
}

/** Keys of the context that are read. */
const CONTEXT = ['rpcCode', 'code', 'isDeclined', 'description', 'rpcData', 'rpcJson']
/** Upper limit of an error message for the page. Characters. */
const MAX_MESSAGE = 1_000

function isPlain(part: unknown): boolean {
  if (typeof part === 'string') return part.length <= MAX_DATA_LENGTH
  return typeof part === 'number' || typeof part === 'boolean'
}
