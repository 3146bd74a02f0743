/** Converts every error of the page provider to one with a numeric code, for every kind of wallet. */
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

/** Of Billfold's own codes; one that is not named here has the number that the wallet or the node gave, or -32603. */
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

/** An error that has an integer code already is the wallet's own, and stays the same object. */
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
 * The same of a wallet that was asked to go to another network: pages know by 4902 alone that they may add it.
 * @see https://eips.ethereum.org/EIPS/eip-3326
 */
export function toSwitchError(error: unknown): unknown {
  const answer = toRpcError(error)
  const { code, message, data } = answer as RpcError
  if (code === 4902 || !(isUnknownNetwork(error) || isUnknownNetwork(answer))) return answer
  return rpcError(4902, message, { data, cause: error })
}

/**
 * What a wallet, its relay or a node answered, as wallets of the page throw it. Billfold's own errors stay as they are: only
 * the provider of the page translates them, so that Billfold still sees which of them say that a payment may have been sent.
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

/** Of this or of another copy of the package. */
function isBillfoldError(error: unknown): boolean {
  return typeof error === 'object' && error !== null && readKey(error, 'name') === 'BillfoldError'
}

function fromBillfoldError(error: object): RpcError {
  const { code, message, context } = readRecord(error)
  const theirs = [context['rpcCode'], context['code']].find(Number.isSafeInteger) as number | undefined
  const own = Object.hasOwn(NUMBERS, code) ? NUMBERS[code] : undefined
  const number = context['isDeclined'] === true ? 4001 : (own ?? theirs ?? -32603)
  // Billfold's own code is the reason of its own numbers alone: a person's no, and what a peer numbered, has the data that it came with.
  const reason = number === 4001 || number === theirs ? undefined : { reason: code }
  return rpcError(
    number,
    String(context['description'] ?? message).slice(0, MAX_MESSAGE) || 'The wallet did not give a reason.',
    { data: readDataContext(context) ?? reason, cause: error },
  )
}

/** A wallet of the page may throw anything under the name of Billfold's errors. */
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

/** What is read of a context. */
const CONTEXT = ['rpcCode', 'code', 'isDeclined', 'description', 'rpcData', 'rpcJson']
/** Characters. */
const MAX_MESSAGE = 1_000

function isPlain(part: unknown): boolean {
  if (typeof part === 'string') return part.length <= MAX_DATA_LENGTH
  return typeof part === 'number' || typeof part === 'boolean'
}
