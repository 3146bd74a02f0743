/** Reads the history while somebody sends: see `follow-history.ts`. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef } from 'react'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { pollHistory, getHistory } from '../../src/payments/follow-history.ts'
import { useShell } from '../base/shell-context.ts'

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

  // Each turn asks anew, whatever is asked.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => pollHistory((signal) => latest.current(signal)), [turn])
}

/** Has the history read for as long as it is drawn. Gives another text with each answer. */
export function useReading(account: CaipAddress): string {
  useSignals()
  const { data, fetchedAt } = getHistory(useShell(), account)?.value ?? {}
  return `${data?.version} ${fetchedAt}`
}
