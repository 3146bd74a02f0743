/** Marks errors from before the wallet was asked: nothing was sent then, whatever the error is. */
import { BillfoldError } from '../core/base/errors.ts'
import { toWalletError } from './wallet-error.ts'

/** Runs what comes before the question. @throws as `run`, with `isAsked: false` in the context */
export function beforeAsking<T>(walletName: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    const { code, message, category, context } = toWalletError(error, walletName)
    throw new BillfoldError(code, message, {
      category,
      context: { ...context, isAsked: false },
      cause: error,
    })
  }
}
