import type { Options } from './options.ts'

/** Whether the page wants a wallet of the directory, by its id. */
export function isListed(
  id: string,
  { includeWalletIds, excludeWalletIds }: Pick<Options, 'includeWalletIds' | 'excludeWalletIds'>,
): boolean {
  return !excludeWalletIds?.includes(id) && (!includeWalletIds?.length || includeWalletIds.includes(id))
}
