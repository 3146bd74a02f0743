/** ENS names in their normal form. Loaded when a name is first met: the tables are 20 kB. */
import { ens_normalize } from '@adraffy/ens-normalize'

/**
 * The ENSIP-15 normal form of a name. A name is shown only if it equals its normal form.
 * @throws for a name without a normal form: forbidden characters, mixed scripts, look-alikes.
 * @see https://docs.ens.domains/ensip/15
 */
export function normalizeName(name: string): string {
  return ens_normalize(name)
}
