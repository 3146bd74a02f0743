import { BillfoldError } from '../core/base/errors.ts'

/**
 * Refuses addresses with a user and a password, wherever they stand in an option: a browser does not send them, and what
 * is asked for fails as if there were no connection.
 * @param name of the option, said in the error
 * @param seen objects that were looked into already
 * @throws options_invalid
 * @see https://fetch.spec.whatwg.org/#concept-request-constructor
 */
export function assertUrls(value: unknown, name: string, seen = new WeakSet<object>()): void {
  const text = value instanceof URL ? value.href : value
  if (typeof text !== 'string') {
    // A network, or a list of wallets. A page may hand in an object that holds itself, or a whole document.
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

/** An address, also one that has the page's own scheme, with what stands before an @ in its host. */
const USER = /^\s*(?:(?:https?|wss?):[\\/]*[^\\/?#]*|[\\/]{2}[^\\/?#\s]*)@/i
