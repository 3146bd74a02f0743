/** Whether something takes longer than it should: ms, or as long as anybody should look at a skeleton. */
import { useEffect, useState } from 'react'

const LIMIT = 15_000

export function useOverdue(waiting: boolean, limit = LIMIT): boolean {
  const [overdue, setOverdue] = useState(false)
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setTimeout(() => setOverdue(true), limit)
    return () => {
      clearTimeout(timer)
      setOverdue(false)
    }
  }, [waiting, limit])
  return overdue && waiting
}
