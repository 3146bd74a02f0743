/**
 * Reads the reason with which WalletConnect's relay closed a connection: `… closed abnormally with code: 3000
 * (Unauthorized: …)`.
 */
import { toErrorRecord } from '../../src/core/base/errors.ts'
import type { RelayRefusal } from '../../src/core/contract/walletconnect.ts'
import { plainText } from '../../src/core/text/text.ts'

const MAX_SAID = 200

/**
 * Reasons by pattern; the first match is used. `relay_origin` also occurs for a page that was opened from a file, whose
 * origin is `null`.
 */
const REASONS = [
  ['relay_origin', /\borigin\b/i],
  ['relay_project', /project/i],
  ['relay_clock', /\b(jwt|token|iat|exp|nbf|clock)\b/i],
] as const

/** Undefined if the connection was lost without a reason. */
export function readRefusal(error: unknown): RelayRefusal | undefined {
  const text = /code: 3000 \(([\s\S]+)\)\s*$/.exec(toErrorRecord(error).message)?.[1]
  const said = text === undefined ? '' : plainText(text, MAX_SAID)
  if (!said) return undefined
  const [reason = 'relay_refused'] = REASONS.find(([, pattern]) => pattern.test(said)) ?? []
  return { reason, said }
}
