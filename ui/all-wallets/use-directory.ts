/** The directory page by page, as far as somebody has scrolled. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { ErrorRecord } from '../../src/core/base/errors.ts'
import type { Wallet, WalletsParams } from '../../src/core/assets/wallet.ts'
import { useShell } from '../base/shell-context.ts'

/** Wallets a page of the directory has. */
const PAGE = 40

export interface Directory {
  /** Undefined while nothing is known. */
  wallets: readonly Wallet[] | undefined
  /** In all; undefined while nothing is known. */
  count: number | undefined
  /** Another page is being read. */
  isReading: boolean
  /** Why the last page that is wanted is not known. */
  error: ErrorRecord | undefined
  /** `left`: rows below the view. Pages are loaded one ahead. */
  onView(left: number): void
  retry(): void
}

/** @param first how many pages are wanted from the start */
export function useDirectory(certified: boolean, first: number, onPages: (pages: number) => void): Directory {
  useSignals()
  const { topic, call } = useShell()
  const [pages, setPages] = useState(first)
  const params = Array.from({ length: pages }, (_, at): WalletsParams => {
    return { list: 'all', page: at + 1, ...(certified ? { certified } : {}) }
  })
  const snapshots = params.map((one) => topic('wallets', one).value)
  const gap = snapshots.findIndex(({ data }) => !data)
  const known = gap < 0 ? snapshots : snapshots.slice(0, gap)
  // A wallet that moved from one page to the next meanwhile stands once.
  const wallets = new Map<string, Wallet>()
  let before = 0
  for (const { data } of known) {
    before = wallets.size
    for (const wallet of data?.wallets ?? []) wallets.set(wallet.id, wallet)
  }
  const last = known.at(-1)?.data
  const missing = snapshots[gap]

  return {
    wallets: last && [...wallets.values()],
    count: known[0]?.data?.count,
    isReading: missing?.status === 'loading',
    error: missing?.error,
    onView(left) {
      // A page without a new wallet is the last one, whatever their number is said to be (F3).
      const hasMore = !missing && !!last && wallets.size > before && pages * PAGE < last.count
      if (!hasMore || left >= PAGE) return
      setPages(pages + 1)
      onPages(pages + 1)
    },
    retry: () => void call('refresh', { topic: 'wallets', params: params[gap]! }).catch(() => {}),
  }
}
