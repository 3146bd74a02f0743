/** The unverified activity that the worker has stored. */
import { useCallback, useEffect, useState } from 'react'
import type { UnverifiedActivity } from '../../src/core/assets/activity.ts'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { type ErrorRecord, toErrorRecord } from '../../src/core/base/errors.ts'
import { useViewer } from '../base/shell-context.ts'

interface Asked {
  /** Undefined while the rows load. */
  rows?: readonly UnverifiedActivity[]
  error?: ErrorRecord
}

export function useUnverifiedActivity(account: CaipAddress): Asked & { retry(): void } {
  const { call } = useViewer()
  const [asked, setAsked] = useState<Asked>({})
  const read = useCallback(
    (signal: AbortSignal) => {
      const show = (answer: Asked) => {
        if (!signal.aborted) setAsked(answer)
      }
      call('unverifiedActivity', { account }, { signal }).then(
        (rows) => show({ rows }),
        (error: unknown) => show({ error: toErrorRecord(error) }),
      )
    },
    [call, account],
  )
  useEffect(() => {
    const reading = new AbortController()
    read(reading.signal)
    return () => reading.abort()
  }, [read])
  return { ...asked, retry: () => read(new AbortController().signal) }
}
