/** Names that may be had, as somebody types one. */
import { useEffect, useState } from 'react'
import { findNameFault, type NameSuggestions } from '../../src/core/names/account-name.ts'
import type { CaipNetworkId } from '../../src/core/chains/caip.ts'
import { type ErrorRecord, toErrorRecord } from '../../src/core/base/errors.ts'
import { useShell } from '../base/shell-context.ts'

/** Somebody who has not typed for so long waits for an answer. Milliseconds. */
const REST = 300

export interface Suggesting {
  /** Absent while it is on its way, and where nothing is asked. */
  found?: NameSuggestions
  error?: ErrorRecord
  isAsked: boolean
  retry(): void
}

export function useSuggestions(label: string, caipNetworkId: CaipNetworkId): Suggesting {
  const { call } = useShell()
  const [tries, setTries] = useState(0)
  const [answer, setAnswer] = useState<{ key: string; found?: NameSuggestions; error?: ErrorRecord }>()
  const isAsked = findNameFault(label) === undefined
  const key = `${tries} ${caipNetworkId} ${label}`

  useEffect(() => {
    if (!isAsked) return undefined
    // Whatever comes after the next letter was typed is nobody's answer.
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(() => {
      call('nameSuggestions', { label, caipNetworkId }, { signal }).then(
        (found) => signal.aborted || setAnswer({ key, found }),
        (error: unknown) => signal.aborted || setAnswer({ key, error: toErrorRecord(error) }),
      )
    }, REST)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [call, key, label, caipNetworkId, isAsked])

  const { found, error } = answer?.key === key ? answer : {}
  return { isAsked, ...(found && { found }), ...(error && { error }), retry: () => setTries(tries + 1) }
}
