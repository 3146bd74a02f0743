/** Counts what waits for the network where Billfold has sent something: the history may not tell of it yet, or never. */
import type { CaipAddress } from '../core/chains/caip.ts'
import { PAGE_SIZE } from '../core/contract/list.ts'
import { isShownAlone } from '../core/payments/replacement.ts'
import { isOpen, type SentRow } from '../core/payments/sent.ts'
import type { Billfold } from '../shell/billfold.ts'
import type { Rows } from '../worker-link/rows.ts'

/**
 * Calls with how many are known to wait, nothing counted twice, and 0 while nothing is open. Rows of the history that are
 * not there yet are not counted: its head may know of more. Returns a stop function.
 */
export function watchPending(
  billfold: Pick<Billfold, 'topic' | 'rows'>,
  account: CaipAddress,
  listener: (count: number) => void,
): () => void {
  let open: readonly SentRow[] = []
  /** The youngest of the history: what is pending stands first. */
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
