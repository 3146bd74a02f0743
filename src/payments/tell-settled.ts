import type { SentRow } from '../core/payments/sent.ts'
import type { Snacks } from '../base/snacks.ts'

/** Says what became of a payment. That somebody may spend now is a step on the way, and the view's to say. */
export function tellSettled({ kind, status, out }: SentRow, snacks: Pick<Snacks, 'show'>): void {
  const isGood = status === 'confirmed'
  if (isGood && kind === 'approve') return
  const code = isGood && kind === 'swap' ? 'swap_confirmed' : (`payment_${status}` as const)
  const message = { code, what: `${out.text} ${out.symbol}` } as const
  snacks.show({ variant: isGood ? 'success' : 'error', message })
}
