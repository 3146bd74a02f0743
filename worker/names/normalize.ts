/** Normalises names (ENSIP-15). Loads the tables only for names that are not plain ASCII. */
import type { WorkerContext } from '../base/context.ts'
import { wrapFailure } from '../base/wrap-failure.ts'
import type * as Ens from './ens.ts'

/** Upper limit of a name's length, in characters: slightly above the 253 of DNS. Longer names are treated as invalid. */
export const NAME_LIMIT = 255

/**
 * The normal form of a name. Undefined if the name is too long, or has forbidden characters, mixed scripts or look-alikes.
 * @throws names_unavailable if the tables cannot be loaded; the name may or may not have a normal form
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
