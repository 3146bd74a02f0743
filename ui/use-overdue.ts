/** Whether something takes longer than anybody should look at a skeleton. */
import { useEffect, useState } from 'react'

const LIMIT = 15_000

export function useOverdue(waiting: boolean): boolean {
  const [overdue, setOverdue] = useState(false)
  useEffect(() => {
    if (!waiting) return undefined
    const timer = setTimeout(() => setOverdue(true), LIMIT)
    return () => {
      clearTimeout(timer)
      setOverdue(false)
    }
  }, [waiting])
  return overdue && waiting
}
