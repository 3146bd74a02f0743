/**
 * Recognises the providers that Billfold gives out. A page may announce one (EIP-6963, Wallet Standard) or set it at
 * `window.ethereum`; listed as a wallet, it would wait for itself.
 */

/** Registered, so that another instance and another copy of this package recognise it; enumerable, so that a copy of the provider keeps it. */
const OWN = Symbol.for('billfold.provider')

export function markOwn<T extends object>(provider: T): T {
  return Object.assign(provider, { [OWN]: true })
}

export function isOwnProvider(value: unknown): boolean {
  try {
    return (value as Record<symbol, unknown> | null | undefined)?.[OWN] === true
  } catch {
    return false
  }
}
