/** What a wallet answers in place of a result, as an error of ours; the number that it gave stays with it. */
import * as v from 'valibot'
import { BillfoldError } from '../../src/core/base/errors.ts'
import { orAbsent, parseOrNone } from '../../src/core/contract/schemas.ts'
import { plainText } from '../../src/core/text/text.ts'

/** JSON-RPC's of EIP-1193, and those of WalletConnect for what was asked for: no, no networks, no methods, no events. */
const DECLINED = [4001, 5000, 5001, 5002, 5003]
const MAX_MESSAGE = 200

const walletError = v.object({ code: orAbsent(v.number()), message: v.fallback(v.string(), '') })

/** Undefined for what no wallet said: an error of the library. */
export function toWalletError(error: unknown): BillfoldError | undefined {
  const given = error instanceof Error ? undefined : parseOrNone(walletError, error)
  if (!given) return undefined
  const { code, message } = given
  const said = plainText(message, MAX_MESSAGE)
  const isDeclined =
    (code !== undefined && DECLINED.includes(code)) || /\buser (rejected|denied)\b/i.test(said)
  return new BillfoldError(
    isDeclined ? 'wallet_declined' : 'wallet_failed',
    said || (isDeclined ? 'Declined in the wallet.' : 'The wallet gave no reason.'),
    { context: { ...(code !== undefined && { code }), ...(said && !isDeclined && { said }) } },
  )
}
