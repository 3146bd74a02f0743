/** Converts a wallet's JSON-RPC error into a BillfoldError; the context keeps the wallet's code. */
import * as v from 'valibot'
import { BillfoldError } from '../../src/core/base/errors.ts'
import { orAbsent, parseOrNone } from '../../src/core/contract/schemas.ts'
import { isDeclined, toDataContext } from '../../src/core/contract/wallet-answers.ts'
import { plainText } from '../../src/core/text/text.ts'

const MAX_MESSAGE = 200

const walletError = v.object({
  code: orAbsent(
    v.pipe(
      v.union([v.number(), v.pipe(v.string(), v.regex(/^-?\d{1,10}$/))]),
      v.transform(Number),
      v.safeInteger(),
    ),
  ),
  message: v.fallback(v.string(), ''),
  data: v.optional(v.unknown()),
})

/** Undefined for an error of the library, as opposed to an error from the wallet. */
export function fromJsonRpcError(error: unknown): BillfoldError | undefined {
  if (error instanceof Error) return undefined
  // Some wallets return only a text. The library may throw a text, too, but only a wallet's text says that the person
  // declined.
  if (typeof error === 'string' && isDeclined(error)) return fromJsonRpcError({ message: error })
  const given = parseOrNone(walletError, error)
  if (!given) return undefined
  const { code, message, data } = given
  const said = plainText(message, MAX_MESSAGE)
  const isNo = isDeclined(error)
  return new BillfoldError(
    isNo ? 'wallet_declined' : 'wallet_failed',
    said || (isNo ? 'Declined in the wallet.' : 'The wallet did not give a reason.'),
    {
      context: {
        ...(code !== undefined && { code }),
        ...(said && !isNo && { said }),
        ...toDataContext(data),
      },
    },
  )
}
