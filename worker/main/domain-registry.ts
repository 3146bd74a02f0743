/**
 * The loaded lazy domains, by name. Each file registers its domain here in addition to exporting it: Parcel strips the
 * exports of a file that is referenced as an asset.
 */
import type { LazyDomain } from '../../src/core/contract/protocol.ts'

const KEY = Symbol.for('billfold')
const scope = globalThis as { [KEY]?: Partial<Record<LazyDomain, unknown>> }

/** @returns the same domain */
export function registerDomain<D>(name: LazyDomain, domain: D): D {
  scope[KEY] = { ...scope[KEY], [name]: domain }
  return domain
}

export function getRegisteredDomain(name: LazyDomain): unknown {
  return scope[KEY]?.[name]
}
