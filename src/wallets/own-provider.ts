/**
 * Recognises Billfold's own providers and requests. A page may announce such a provider (EIP-6963, Wallet Standard),
 * set it at `window.ethereum`, or wrap it. If Billfold took it for a wallet, Billfold would wait for itself.
 */

/**
 * A registered symbol, so that other copies of this package recognise the mark. The property is enumerable, so that a
 * copy of the provider keeps the mark.
 */
const OWN = Symbol.for('billfold.provider')

export function markOwn<T extends object>(provider: T): T {
  return Object.assign(provider, { [OWN]: true })
}

/** Marks a request's parameters as Billfold's own. The mark is not enumerable, so that wallets do not see it. */
export function markAsked<T extends object>(input: T): T {
  return Object.defineProperty(input, OWN, { value: true })
}

export function isOwn(value: unknown): boolean {
  return read(value, OWN) === true
}

/** Error text for a wallet that passes Billfold's requests on to a Billfold provider. */
export const PASSES_ON = 'forwards requests to Billfold, so it would wait for itself. Choose another wallet.'

/**
 * Whether this is one of Billfold's own providers, or an object that wraps one: it has the provider's `request` or its
 * features.
 */
export function isOwnProvider(value: unknown): boolean {
  const connect = read(read(value, 'features'), 'standard:connect')
  return [value, read(value, 'request'), connect].some(isOwn)
}

/** Undefined if reading the property throws. */
function read(value: unknown, key: PropertyKey): unknown {
  try {
    return (value as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[key]
  } catch {
    return undefined
  }
}
