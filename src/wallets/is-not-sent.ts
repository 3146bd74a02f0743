/**
 * Whether the error of a wallet request proves that nothing was sent. False in any doubt: a person who is told "not
 * sent" by mistake pays again.
 */
import { type ErrorCode, toErrorRecord } from '../core/base/errors.ts'
import { isRefusalCode, mayBeKnown, readLayers } from '../core/contract/wallet-answers.ts'

/** Errors after which certainly nothing was sent: the person declined, or Billfold stopped before it asked the wallet. */
const certain: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'wallet_declined',
  'account_changed',
  'account_missing',
  'adapter_missing',
  'auth_unavailable',
  'bad_account',
  'call_unsupported',
  'code_missing',
  'network_missing',
  'payment_changed',
  'payment_pending',
  'relay_unreachable',
  'transaction_bad',
])

const NO_FUNDS = /insufficient[ _](funds|balance|lamports)|not enough funds/i
/**
 * Text in the error of a wallet that already has a request open. The code -32002 alone does not prove that, since
 * nodes also use it for errors such as "request timed out".
 */
const BUSY = /\b(already|another|open|pending)\b/i
/** Text in the error of sats-connect for a missing permission, which has the code for "busy". */
const NO_PERMISSION = /does not have permission|\baccess denied\b/i

export function isNotSent(error: unknown): boolean {
  const { code, message, context } = toErrorRecord(error)
  // `isAsked: false` is set where the error is raised before the wallet is asked.
  if (certain.has(code) || context['isAsked'] === false) return true
  const theirs = readLayers((error as { cause?: unknown } | undefined)?.cause)
  // An error from another thread has no cause: its code and message stand in the error itself.
  const layers = [...readLayers({ code: context['code'], message }), ...theirs]
  if (mayBeKnown(layers)) return false
  if (code === 'wallet_busy') return theirs.some(matches(BUSY)) || theirs.some(matches(NO_PERMISSION))
  if (code !== 'wallet_failed') return false
  const first = layers.find((layer) => layer.code !== undefined)?.code
  return isRefusalCode(first) || layers.some(matches(NO_FUNDS))
}

function matches(pattern: RegExp) {
  return (layer: ReturnType<typeof readLayers>[number]) => pattern.test(`${layer.code} ${layer.message}`)
}
