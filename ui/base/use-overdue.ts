/** Whether a task has taken longer than a limit. @param limit milliseconds; default: how long a skeleton may be shown */
import { useEffect, useState } from 'react'

const LIMIT = 15_000

/** @param waitingFor identifies the task; another value restarts the time. Undefined: there is no task. */
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
