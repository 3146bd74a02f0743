import { BillfoldError } from '../core/base/errors.ts'

/**
 * Refuses an option that contains a URL with a user name or password. Browsers do not send requests to such URLs, and
 * the failed requests would look like a lost connection.
 * @param name the option's name, for the error
 * @param seen objects that were checked already
 * @throws options_invalid
 * @see https://fetch.spec.whatwg.org/#concept-request-constructor
 */
export function assertUrls(value: unknown, name: string, seen = new WeakSet<object>()): void {
  const text = value instanceof URL ? value.href : value
  if (typeof text !== 'string') {
    // The option may be nested, such as a list of wallets. Check only arrays and plain objects, since other objects may
    // hold a whole document. Check each object once, since an object may contain itself.
    const parts = Object(text) as object
    const isPlain = Array.isArray(parts) || Object.prototype.toString.call(parts) === '[object Object]'
    if (!isPlain || seen.has(parts)) return
    seen.add(parts)
    for (const [key, inner] of Object.entries(parts)) assertUrls(inner, `${name}.${key}`, seen)
  } else if (USER.test(text)) {
    throw new BillfoldError(
      'options_invalid',
      `createBillfold needs ${name} without a user name and password, which browsers do not send. Put the key in the path, or use your own server.`,
    )
  }
}

/**
 * Matches a URL, absolute or relative to the page's scheme, with a user name or password, which stands before an @ in
 * front of the host.
 */
const USER = /^\s*(?:(?:https?|wss?):[\\/]*[^\\/?#]*|[\\/]{2}[^\\/?#\s]*)@/i
