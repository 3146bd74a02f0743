/** Counts pending transactions, including sent payments that are missing in the history. */
import type { CaipAddress } from '../core/chains/caip.ts'
import { PAGE_SIZE } from '../core/contract/list.ts'
import { isShownAlone } from '../core/payments/replacement.ts'
import { isOpen, type SentRow } from '../core/payments/sent.ts'
import type { Billfold } from '../shell/billfold.ts'
import type { Rows } from '../worker-link/rows.ts'

/**
 * Calls `listener` with the number of pending transactions, each counted once. The number is 0 while no sent payment is
 * open. Of the history, only loaded rows are counted. Returns a stop function.
 */
export function watchPending(
  billfold: Pick<Billfold, 'topic' | 'rows'>,
  account: CaipAddress,
  listener: (count: number) => void,
): () => void {
  let open: readonly SentRow[] = []
  /** The first rows of the history. Pending transactions come first. */
  let rows: Rows<'activity'>['data']
  let stopRows: (() => void) | undefined

  function notify(): void {
    const known = rows ?? []
    const hashes = new Set(known.map((row) => row?.hash?.toLowerCase()))
    const others = open.filter(({ hash }) => !hashes.has(hash.toLowerCase()))
    const isNone = open.length === 0
    listener(isNone ? 0 : known.filter((row) => row?.status === 'pending').length + others.length)
  }

  const stopSent = billfold.topic('sent', { account }).subscribe(({ data }) => {
    open = data?.payments.filter((one) => isOpen(one) && isShownAlone(data.payments, one)) ?? []
    if (open.length === 0) {
      stopRows?.()
      stopRows = rows = undefined
    }
    notify()
    if (open.length > 0)
      stopRows ??= billfold.rows('activity', { account }, 0, PAGE_SIZE).subscribe(({ data: next }) => {
        rows = next
        notify()
      })
  })
  return () => {
    stopSent()
    stopRows?.()
  }
}
