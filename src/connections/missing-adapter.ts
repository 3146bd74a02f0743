import type { Namespace } from '../core/chains/caip.ts'
import { BillfoldError } from '../core/base/errors.ts'

/** @throws adapter_missing */
export function missingAdapter(namespace: Namespace): never {
  throw new BillfoldError('adapter_missing', `Chain adapter not found: pass an adapter for ${namespace}.`)
}
