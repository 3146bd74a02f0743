/** Wallets that are called as somebody types. */
import { useEffect, useState } from 'react'
import { type ErrorRecord, toErrorRecord } from '../../src/core/base/errors.ts'
import type { WalletsPage } from '../../src/core/assets/wallet.ts'
import { note } from '../../src/base/moment.ts'
import { useShell } from '../base/shell-context.ts'

/** Somebody who has not typed for so long waits for an answer. Milliseconds. */
const REST = 500
const FEWEST_LETTERS = 2

export interface Search {
  /** undefined: nothing is searched for. */
  words: string | undefined
  /** Absent while it is on its way. */
  page?: WalletsPage
  error?: ErrorRecord
  retry(): void
}

export function useSearch(typed: string, certified: boolean): Search {
  const { call, moment } = useShell()
  const [tries, setTries] = useState(0)
  const [answer, setAnswer] = useState<{ key: string; page?: WalletsPage; error?: ErrorRecord }>()
  const trimmed = typed.trim()
  const words = trimmed.length >= FEWEST_LETTERS ? trimmed : undefined
  const key = `${tries} ${certified} ${words}`

  useEffect(() => {
    if (!words) return undefined
    // Whatever comes after the next letter was typed is nobody's answer.
    const controller = new AbortController()
    const { signal } = controller
    const timer = setTimeout(() => {
      note({ moment }, { event: 'SEARCH_WALLET', properties: { certified } })
      call('searchWallets', { words, certified }, { signal }).then(
        (page) => signal.aborted || setAnswer({ key, page }),
        (error: unknown) => signal.aborted || setAnswer({ key, error: toErrorRecord(error) }),
      )
    }, REST)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [call, moment, key, words, certified])

  const { page, error } = answer?.key === key ? answer : {}
  return { words, ...(page && { page }), ...(error && { error }), retry: () => setTries(tries + 1) }
}
