/** Whether something takes longer than it should: ms, or as long as anybody should look at a skeleton. */
import { useEffect, useState } from 'react'

const LIMIT = 15_000

/** @param waitingFor whose it is: of another one the time begins anew. Undefined: nothing is waited for. */
export function useOverdue(waitingFor: string | undefined, limit = LIMIT): boolean {
  const [overdue, setOverdue] = useState<string>()
  useEffect(() => {
    if (waitingFor === undefined) return undefined
    const timer = setTimeout(() => setOverdue(waitingFor), limit)
    return () => {
      clearTimeout(timer)
      setOverdue(undefined)
    }
  }, [waitingFor, limit])
  return waitingFor !== undefined && overdue === waitingFor
}
