/**
 * Whether what ended a request to a wallet says beyond doubt that nothing was sent. Only these causes do: wallets, relays and
 * nodes break off in more ways than anybody can list, and a person who is told "not sent" pays again.
 */
import { type ErrorCode, toErrorRecord } from '../core/base/errors.ts'
import { isRefusalCode, mayBeKnown, readLayers } from '../core/contract/wallet-answers.ts'

/** A person's no, and what Billfold says before the wallet has been asked. */
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
/** Of a wallet that has a question open: nodes use its number for much else, such as "request timed out". */
const BUSY = /\b(already|another|open|pending)\b/i
/** Of sats-connect, with a code that is "busy" elsewhere. */
const NO_PERMISSION = /does not have permission|\baccess denied\b/i

export function isNotSent(error: unknown): boolean {
  const { code, message, context } = toErrorRecord(error)
  // Flagged where it was raised: the wallet has not been asked yet.
  if (certain.has(code) || context['isAsked'] === false) return true
  const theirs = readLayers((error as { cause?: unknown } | undefined)?.cause)
  // What crossed threads has no cause: what was said of it stands in the error itself.
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
