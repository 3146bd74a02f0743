/** Creates the page's Billfold. This entry stays small: all other code is loaded on demand. */
import type { Namespace } from '../core/chains/caip.ts'
import { BillfoldError } from '../core/base/errors.ts'
import { assertOptions } from './assert-options.ts'
import { withoutEmpty } from './check-options.ts'
import type { Billfold } from './billfold.ts'
import { createInstance, type Instance } from './create-instance.ts'
import { instances } from './instances.ts'
import { isDevelopment } from '../base/is-development.ts'
import type { Options } from './options.ts'
import { version } from '../base/version.ts'

/**
 * Creates the page's one Billfold. A second call with the same options shares the Billfold of the first call. The
 * Billfold ends when both callers have called `destroy`. A call with different options is refused. Exception: in an
 * app's development build, the new options replace the old options (hot reload).
 * @throws project_id_missing, options_invalid, options_conflict
 * @example
 * const billfold = createBillfold({ projectId, networks: [mainnet], adapters: [evm()], metadata: { name: 'Driftwood' } })
 * await billfold.open()
 */
export function createBillfold<Served extends Namespace>(given: Options<Served>): Billfold<Served> {
  const options = withoutEmpty(given)
  assertOptions(options)
  if (typeof window === 'undefined') return createInstance(options, () => {}).own() as Billfold<Served>
  const page = globalThis as { [KEY]?: Instance }
  const instance = (page[KEY] ??= createInstance(options, () => {
    delete page[KEY]
    instances.value = getOthers()
  }))
  const getOthers = () => instances.value.filter(({ account }) => account !== instance.account)
  if (fingerprintOf(instance.options) !== fingerprintOf(options)) {
    if (options.projectId !== instance.options.projectId || !isDevelopment()) {
      throw new BillfoldError(
        'options_conflict',
        'A Billfold with other options already exists. Call destroy() on it first.',
      )
    }
    instance.replaceOptions(options)
  }
  const billfold = instance.own()
  instances.value = [...getOthers(), billfold]
  return billfold as Billfold<Served>
}

/** Two copies of the same version share one instance; two versions are separate. */
const KEY = Symbol.for(`billfold/${version}`)

/**
 * A text that is equal for equal options. Functions (adapters, a worker factory, sign-in) are compared by kind, not by
 * identity.
 */
function fingerprintOf(options: Options): string {
  return JSON.stringify(
    { ...options, adapters: options.adapters.map(({ namespace }) => namespace) },
    (key, value: unknown) =>
      typeof value === 'bigint' ? `${value}n` : typeof value === 'function' || key === 'siwx' ? key : value,
  )
}
