/** Whether a task takes longer than a limit in ms. Default: the longest time to show a skeleton. */
import { useEffect, useState } from 'react'

const LIMIT = 15_000

/** @param waitingFor identifies the task; a change restarts the time. Undefined: no task. */
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
