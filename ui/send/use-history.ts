/**
 * Whom somebody has paid is read while they send: only who is known can be told from who imitates them (F26). Nobody
 * else may have asked for the history, and who got its tokens is learned a part at a time.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef } from 'react'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { useShell } from '../base/shell-context.ts'

/** While something is still to be learned it is asked for again so soon (milliseconds), and so often. */
const PAUSE = 3_000
const MOST_TRIES = 25

/**
 * Asks at once, whenever the history is another one, and again while there is more to come.
 * @param key of what is asked for: another one is asked for at once
 * @param ask resolves to whether that is all; its signal ends what nobody waits for any more
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
  // A page may have turned it off, and there is none of other families.
  const isRead = account.startsWith('eip155:') && features.value.activity !== false
  const { data, fetchedAt } = isRead ? topic('activity', { account }).value : {}
  return `${data?.version} ${fetchedAt}`
}
