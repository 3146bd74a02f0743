/** Finds the account that a request is for. The caller has checked that the request names only shared accounts. */

/**
 * @param addresses of the accounts that the page may use. The first is the account in use, which signs if the request
 *   names no account
 */
export function findSigner(method: string, params: unknown, addresses: readonly string[]): string {
  const list: readonly unknown[] = Array.isArray(params) ? (params as unknown[]) : [params]
  // `personal_sign` has the address as second parameter, but older libraries put it first.
  const named = (method === 'personal_sign' ? [list[1], list[0]] : [list[0]]).map(readAddress)
  const find = (address: string | undefined) =>
    addresses.find((one) => address !== undefined && one.toLowerCase() === address)
  return named.map(find).find((found) => found !== undefined) ?? addresses[0] ?? ''
}

/** Reads an address in lower case, also from a CAIP-10 id, where it is the last part. */
function readAddress(value: unknown): string | undefined {
  if (typeof value === 'string') return value.slice(value.lastIndexOf(':') + 1).toLowerCase()
  const { from, account, address } = (value ?? {}) as Readonly<Record<string, unknown>>
  const named = [from, account, address].find((one) => typeof one === 'string')
  return named === undefined ? undefined : readAddress(named)
}
