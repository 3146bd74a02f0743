import type { Options } from './options.ts'

/** Whether the page lists the directory wallet with this id. */
export function isListed(
  id: string,
  { includeWalletIds, excludeWalletIds }: Pick<Options, 'includeWalletIds' | 'excludeWalletIds'>,
): boolean {
  return !excludeWalletIds?.includes(id) && (!includeWalletIds?.length || includeWalletIds.includes(id))
}
