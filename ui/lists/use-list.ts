/** A list that lives as long as the component that shows it, and belongs to one account. */
import { useEffect, useMemo } from 'react'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import type { ListName, ListRows } from '../../src/core/contract/protocol.ts'
import { createList, type List } from '../../src/worker-link/list.ts'
import { useShell } from '../base/shell-context.ts'

export function useList<N extends ListName>(name: N, account: CaipAddress): List<ListRows[N]> {
  const shell = useShell()
  const list = useMemo(() => createList(shell, name, { account }), [shell, name, account])
  useEffect(() => list.start(), [list])
  return list
}
