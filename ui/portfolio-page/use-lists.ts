/** One list for each account. The lists are watched while the component is mounted. */
import { useEffect, useMemo } from 'react'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import type { ListName, ListRows } from '../../src/core/contract/protocol.ts'
import { createList, type List } from '../../src/worker-link/list.ts'
import { useViewer } from '../base/shell-context.ts'

export interface AccountList<N extends ListName> {
  account: CaipAddress
  list: List<ListRows[N]>
}

/**
 * @param limit number of rows to load for each account
 * @param getFirst returns rows of an account that are known already
 */
export function useLists<N extends ListName>(
  name: N,
  accounts: readonly CaipAddress[],
  limit: number,
  getFirst?: (account: CaipAddress) => readonly ListRows[N][],
): readonly AccountList<N>[] {
  const viewer = useViewer()
  const key = accounts.join(' ')
  const lists = useMemo(
    () =>
      key === ''
        ? []
        : (key.split(' ') as CaipAddress[]).map((account) => ({
            account,
            list: createList(viewer, name, { account }, getFirst?.(account)),
          })),
    [viewer, name, key, getFirst],
  )
  useEffect(() => {
    const stops = lists.map(({ list }) => list.start())
    return () => stops.forEach((stop) => stop())
  }, [lists])
  useEffect(() => {
    for (const { list } of lists) list.show(0, limit, 0)
  }, [lists, limit])
  return lists
}
