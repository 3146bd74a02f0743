/** Loads the directory page by page, as the person scrolls. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { ErrorRecord } from '../../src/core/base/errors.ts'
import type { Wallet, WalletsParams } from '../../src/core/assets/wallet.ts'
import { useShell } from '../base/shell-context.ts'

/** Wallets in one page of the list. */
const PAGE = 40

export interface Directory {
  /** Undefined until the first page is loaded. */
  wallets: readonly Wallet[] | undefined
  /** Number of all wallets; undefined until the first page is loaded. */
  count: number | undefined
  /** Whether the next page is loading. */
  isReading: boolean
  /** Set if the next page could not be loaded. */
  error: ErrorRecord | undefined
  /** Call it after each scroll, with the number of wallets below the view. Loads the next page in advance. */
  onView(left: number): void
  retry(): void
}

/** @param first number of pages to load at the start */
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
  // List each wallet once: it may have moved to another page between two requests.
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
      // A page without new wallets is the last page, whatever number of wallets the server reports (F3).
      const hasMore = !missing && !!last && wallets.size > before && pages * PAGE < last.count
      if (!hasMore || left >= PAGE) return
      setPages(pages + 1)
      onPages(pages + 1)
    },
    retry: () => void call('refresh', { topic: 'wallets', params: params[gap]! }).catch(() => {}),
  }
}
