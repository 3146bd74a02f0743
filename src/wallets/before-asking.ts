/** Marks errors that occur before the wallet is asked: whatever the error is, nothing was sent. */
import { BillfoldError } from '../core/base/errors.ts'
import { toWalletError } from './wallet-error.ts'

/** Runs the preparation of a wallet request. @throws the errors of `run`, with `isAsked: false` in their context */
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
