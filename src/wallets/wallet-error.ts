/**
 * Converts a wallet's error to a BillfoldError. The wallet's error may be any value, even an object that throws when it
 * is read.
 */
import { BillfoldError } from '../core/base/errors.ts'
import type { Namespace } from '../core/chains/caip.ts'
import {
  type ErrorLayer,
  isDeclined,
  isUnknownNetwork,
  mayBeKnown,
  readLayers,
} from '../core/contract/wallet-answers.ts'

export { isUnknownNetwork, isUnsupported } from '../core/contract/wallet-answers.ts'

/** Upper limit of the part of the wallet's message that is shown. Characters. */
const MAX_SAID = 200

/**
 * Converts a wallet's error; returns a BillfoldError unchanged. If the person declined (4001), the code is
 * `wallet_declined`, which is not a failure.
 */
export function toWalletError(
  error: unknown,
  walletName: string,
  declined = `Declined in ${walletName}.`,
  namespace?: Namespace,
): BillfoldError {
  // Check the class, not the name: a wallet may use any name for its errors.
  if (error instanceof BillfoldError) return error
  const layers = readLayers(error)
  const cause = { cause: error }
  if (isDeclined(error, namespace)) return new BillfoldError('wallet_declined', declined, cause)
  // Check the text besides the code: nodes also use -32002, for a request that timed out and may have been carried out.
  if (hasLayer(layers, -32002) && !mayBeKnown(layers)) {
    return new BillfoldError(
      'wallet_busy',
      `${walletName} already has a request open. Answer that one first.`,
      cause,
    )
  }
  const said = layers.find(({ message }) => message)?.message?.slice(0, MAX_SAID)
  const isUnserved = !said && isUnknownNetwork(error)
  const reason = said ?? (isUnserved ? 'it does not know this network' : 'it did not give a reason')
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

function hasLayer(layers: readonly ErrorLayer[], code: number): boolean {
  return layers.some((layer) => layer.code === code)
}
