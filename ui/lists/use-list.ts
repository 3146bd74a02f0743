/** A list of an account. It is watched while the component is mounted. */
import { useEffect, useMemo } from 'react'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import type { ListName, ListRows, TopicParams } from '../../src/core/contract/protocol.ts'
import { createList, type List } from '../../src/worker-link/list.ts'
import { useViewer } from '../base/shell-context.ts'

/** @param filter only for lists that have filters */
export function useList<N extends ListName>(
  name: N,
  account: CaipAddress,
  filter?: NonNullable<TopicParams<'activity'>['filter']>,
): List<ListRows[N]> {
  const shell = useViewer()
  const list = useMemo(() => {
    return createList(shell, name, { account, ...(filter && { filter }) } as TopicParams<N>)
  }, [shell, name, account, filter])
  useEffect(() => list.start(), [list])
  return list
}
