/** Whether the card shows this swap: it may go on while a person is somewhere else. */
import type { Swap } from '../../src/payments/create-swap.ts'
import type { Shell } from '../../src/shell/shell.ts'

export function isShown({ open, router }: Shell, swap: Swap): boolean {
  const route = router.current.peek()
  return open.peek() && route.view === 'SwapPreview' && route.data?.swap === swap
}
