/** Names in their normal form (ENSIP-15). The tables are loaded for names that are not plain. */
import type { WorkerContext } from '../base/context.ts'
import { wrapFailure } from '../base/wrap-failure.ts'
import type * as Ens from './ens.ts'

/** Longest name that is checked; DNS allows 253 characters. */
export const NAME_LIMIT = 255

/**
 * Undefined for a name that has none: forbidden characters, mixed scripts, look-alikes.
 * @throws names_unavailable when the tables could not be loaded: that is neither yes nor no.
 */
export async function normalize(
  name: string,
  context: Pick<WorkerContext, 'load'>,
): Promise<string | undefined> {
  if (name.length > NAME_LIMIT) return undefined
  // Plain names are their own normal form; a label like `xn--…` is not plain.
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(name) && !/(^|\.)..--/.test(name)) return name
  const { normalizeName } = await loadEns(context)
  try {
    return normalizeName(name)
  } catch {
    return undefined
  }
}

async function loadEns(context: Pick<WorkerContext, 'load'>): Promise<typeof Ens> {
  try {
    return await context.load<typeof Ens>('evm')
  } catch (error) {
    throw wrapFailure(
      'names_unavailable',
      'The code that checks names could not be loaded. Try again.',
      error,
    )
  }
}
