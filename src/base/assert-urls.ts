import { BillfoldError } from '../core/base/errors.ts'

/**
 * Refuses addresses with a user and a password, wherever they stand in an option: a browser does not send them, and what
 * is asked for fails as if there were no connection.
 * @param name of the option, said in the error
 * @throws options_invalid
 * @see https://fetch.spec.whatwg.org/#concept-request-constructor
 */
export function assertUrls(value: unknown, name: string): void {
  const text = value instanceof URL ? value.href : value
  if (typeof text !== 'string') {
    // A network, or a list of wallets: none holds itself.
    for (const [key, inner] of Object.entries(Object(text) as object)) assertUrls(inner, `${name}.${key}`)
  } else if (/^\s*(?:https?|wss?):[\\/]*[^\\/?#]*@/i.test(text)) {
    throw new BillfoldError(
      'options_invalid',
      `createBillfold needs ${name} without user and password: browsers do not send them. Put the key into the path, or ask through a server of your own.`,
    )
  }
}
