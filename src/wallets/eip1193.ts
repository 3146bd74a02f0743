/**
 * The interface of an EVM wallet, and its errors as ours.
 * @see https://eips.ethereum.org/EIPS/eip-1193
 */
import { BillfoldError } from '../core/errors.ts'

export interface Eip1193Provider {
  request(args: { method: string; params?: readonly unknown[] | object }): Promise<unknown>
  on?(event: string, listener: (...args: never[]) => void): unknown
  removeListener?(event: string, listener: (...args: never[]) => void): unknown
}

export function isEip1193Provider(value: unknown): value is Eip1193Provider {
  return (
    typeof value === 'object' && value !== null && typeof (value as Eip1193Provider).request === 'function'
  )
}

/** A wallet's error as ours. A person's "no" (4001) is an outcome, not a failure. */
export function toWalletError(error: unknown, walletName: string): BillfoldError {
  const code = readCode(error)
  const cause = { cause: error }
  if (code === 4001 || code === 'ACTION_REJECTED') {
    return new BillfoldError('wallet_declined', `Declined in ${walletName}. Nothing was shared.`, cause)
  }
  if (code === -32002) {
    return new BillfoldError(
      'wallet_busy',
      `A request is already open in ${walletName}. Answer it there first.`,
      cause,
    )
  }
  const words = error instanceof Error ? error.message : readMessage(error)
  return new BillfoldError('wallet_failed', `${walletName} could not do this: ${words.slice(0, 200)}`, {
    ...cause,
    context: typeof code === 'number' ? { code } : {},
  })
}

/** Wallets nest the real error in `data.originalError` (MetaMask mobile) or `cause` (viem). */
function readCode(error: unknown): number | string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { code, data } = error as { code?: unknown; data?: { originalError?: { code?: unknown } } }
  const inner = data?.originalError?.code
  const found = typeof inner === 'number' ? inner : code
  return typeof found === 'number' || typeof found === 'string' ? found : undefined
}

function readMessage(error: unknown): string {
  const message = (error as { message?: unknown } | null | undefined)?.message
  return typeof message === 'string' ? message : 'it gave no reason'
}
