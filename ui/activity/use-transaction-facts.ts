/** Facts about a row's transaction from the network's node. */
import { useEffect, useState } from 'react'
import type { ActivityRow, TransactionFacts } from '../../src/core/assets/activity.ts'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { useViewer } from '../base/shell-context.ts'

const nothing: TransactionFacts = { isWhole: false }

/** Undefined while the facts load. */
export function useTransactionFacts(
  account: CaipAddress,
  { hash, from }: ActivityRow,
): TransactionFacts | undefined {
  const { call } = useViewer()
  const [facts, setFacts] = useState<TransactionFacts>()
  useEffect(() => {
    const reading = new AbortController()
    const { signal } = reading
    const show = (facts: TransactionFacts) => {
      if (!signal.aborted) setFacts(facts)
    }
    if (hash === undefined) show(nothing)
    else call('transactionFacts', { account, hash, from }, { signal }).then(show, () => show(nothing))
    return () => reading.abort()
  }, [call, account, hash, from])
  return facts
}
