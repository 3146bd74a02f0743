/** Normalises ENS names. Loaded only when needed, since the tables take 20 kB. */
import { ens_normalize } from '@adraffy/ens-normalize'

/**
 * The ENSIP-15 normal form of a name. A name is shown only if it equals its normal form.
 * @throws if the name has no normal form: it has forbidden characters, mixed scripts or look-alikes
 * @see https://docs.ens.domains/ensip/15
 */
export function normalizeName(name: string): string {
  return ens_normalize(name)
}
