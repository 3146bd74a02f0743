/**
 * What the files of the lazy domains hold, by name. Parcel strips the exports of a file that is named as an asset, so
 * each file puts its domain here as well.
 */
import type { LazyDomain } from '../../src/core/contract/protocol.ts'

const KEY = Symbol.for('billfold')
const scope = globalThis as { [KEY]?: Partial<Record<LazyDomain, unknown>> }

/** @returns the domain as it came. */
export function registerDomain<D>(name: LazyDomain, domain: D): D {
  scope[KEY] = { ...scope[KEY], [name]: domain }
  return domain
}

export function getRegisteredDomain(name: LazyDomain): unknown {
  return scope[KEY]?.[name]
}
