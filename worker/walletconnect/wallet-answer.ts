/** What a wallet answers in place of a result, as an error of ours; the number that it gave stays with it. */
import { BillfoldError } from '../../src/core/errors.ts'
import { isRecord } from '../../src/core/shapes.ts'
import { plainText } from '../../src/core/text.ts'

/** JSON-RPC's of EIP-1193, and those of WalletConnect for what was asked for: no, no networks, no methods, no events. */
const DECLINED = [4001, 5000, 5001, 5002, 5003]
const MAX_MESSAGE = 200

/** Undefined for what no wallet said: an error of the library. */
export function toWalletError(error: unknown): BillfoldError | undefined {
  if (error instanceof Error || !isRecord(error)) return undefined
  const { code, message } = error
  const said = typeof message === 'string' ? plainText(message, MAX_MESSAGE) : ''
  const isDeclined = DECLINED.includes(code as number) || /\buser (rejected|denied)\b/i.test(said)
  return new BillfoldError(
    isDeclined ? 'wallet_declined' : 'wallet_failed',
    said || (isDeclined ? 'Declined in the wallet.' : 'The wallet gave no reason.'),
    { context: { ...(typeof code === 'number' && { code }), ...(said && !isDeclined && { said }) } },
  )
}
