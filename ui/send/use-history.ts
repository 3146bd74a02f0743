/** Keeps the history loading while the send form is open: see `follow-history.ts`. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef } from 'react'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { pollHistory, getHistory } from '../../src/payments/follow-history.ts'
import { useShell } from '../base/shell-context.ts'

/**
 * Calls `ask` at once and after each change of the history. Each time, repeats `ask` until it resolves with true.
 * @param key identifies the question; a new key calls `ask` at once
 * @param ask resolves with whether its answer is complete; stops when its signal aborts
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

  // Restart on each turn, even though `ask` is not a dependency.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => pollHistory((signal) => latest.current(signal)), [turn])
}

/** Keeps the history loading while the component is mounted. Returns a text that changes when the history does. */
export function useReading(account: CaipAddress): string {
  useSignals()
  const { data, fetchedAt } = getHistory(useShell(), account)?.value ?? {}
  return `${data?.version} ${fetchedAt}`
}
