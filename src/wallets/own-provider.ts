/**
 * Recognises the providers that Billfold gives out, and its own requests. A page may announce a provider (EIP-6963, Wallet
 * Standard), set it at `window.ethereum`, or put an object around it; taken for a wallet, it would wait for itself.
 */

/** Registered, so that another instance and another copy of this package recognise it; enumerable, so that a copy of the provider keeps it. */
const OWN = Symbol.for('billfold.provider')

export function markOwn<T extends object>(provider: T): T {
  return Object.assign(provider, { [OWN]: true })
}

/** Marks the parameters of a request. Not enumerable, so that wallets do not see it. */
export function markAsked<T extends object>(input: T): T {
  return Object.defineProperty(input, OWN, { value: true })
}

export function isOwn(value: unknown): boolean {
  return read(value, OWN) === true
}

/** Said of a wallet that hands a request of Billfold to a provider of Billfold. */
export const PASSES_ON = 'forwards requests to Billfold, so it would wait for itself. Choose another wallet.'

/** Also for an object with the request function, or with the features, of such a provider. */
export function isOwnProvider(value: unknown): boolean {
  const connect = read(read(value, 'features'), 'standard:connect')
  return [value, read(value, 'request'), connect].some(isOwn)
}

/** Safe for any value: a wallet may throw when it is read. */
function read(value: unknown, key: PropertyKey): unknown {
  try {
    return (value as Readonly<Record<PropertyKey, unknown>> | null | undefined)?.[key]
  } catch {
    return undefined
  }
}
