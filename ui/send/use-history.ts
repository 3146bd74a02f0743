/**
 * Reads the history while somebody sends: only known receivers can be told from look-alikes (F26). The history may not be loaded
 * yet, and the receivers of its tokens are learned step by step.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef } from 'react'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { useShell } from '../base/shell-context.ts'

/** While something is still to be learned it is asked for again so soon (milliseconds), and so often. */
const PAUSE = 3_000
const MOST_TRIES = 25

/**
 * Asks at once, again whenever the history changes, and again while there is more to come.
 * @param key changes with the question; a new one is asked at once
 * @param ask resolves to whether that is all; its signal cancels it
 */
export function useHistory(
  account: CaipAddress,
  key: string,
  ask: (signal: AbortSignal) => Promise<boolean>,
): void {
  const turn = `${account} ${useReading(account)} ${key}`
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    let timer: ReturnType<typeof setTimeout> | undefined
    const run = async (left: number) => {
      const isAll = await latest.current(signal).catch(() => false)
      if (!isAll && left > 0 && !signal.aborted) timer = setTimeout(() => void run(left - 1), PAUSE)
    }
    void run(MOST_TRIES)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
    // Each turn asks anew, whatever is asked.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [turn])
}

/** Has the history read for as long as it is drawn. Gives another text with each answer. */
export function useReading(account: CaipAddress): string {
  useSignals()
  const { features, topic } = useShell()
  // A page may have turned activity off, and other namespaces have none.
  const isRead = account.startsWith('eip155:') && features.value.activity !== false
  const { data, fetchedAt } = isRead ? topic('activity', { account }).value : {}
  return `${data?.version} ${fetchedAt}`
}
