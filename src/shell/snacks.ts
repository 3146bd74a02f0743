/**
 * Short messages over the modal. A success may be replaced by the next message; errors queue, so that none is
 * lost (T21).
 *
 *   hidden ─ show ─▶ shown ─ next ─▶ gap (150 ms) ─▶ shown …
 */
import { signal } from '@preact/signals-core'
import type { Readable } from './readable.ts'

export interface Snack {
  variant: 'success' | 'error' | 'loading'
  message: string
  /** A second line. */
  detail?: string
  action?: { label: string; run: () => void }
  /** Default: true for success, false for errors (they stay until seen) and loading. */
  autoClose?: boolean
}

export interface Snacks {
  readonly current: Readable<Snack | undefined>
  /** Errors that wait behind the current one. */
  readonly waiting: Readable<number>
  show(snack: Snack): void
  dismiss(): void
}

const GAP = 150
const AUTO_CLOSE = 2_500

export function createSnacks(): Snacks {
  const current = signal<Snack | undefined>(undefined)
  const waiting = signal(0)
  let queue: Snack[] = []
  let timer: ReturnType<typeof setTimeout> | undefined

  function present(snack: Snack): void {
    clearTimeout(timer)
    current.value = snack
    if (snack.autoClose ?? snack.variant === 'success') timer = setTimeout(dismiss, AUTO_CLOSE)
  }

  /** Hides what is shown and presents the next message after the gap. */
  function advance(): void {
    clearTimeout(timer)
    timer = undefined
    current.value = undefined
    if (queue.length > 0) {
      timer = setTimeout(() => {
        const next = queue.shift()
        waiting.value = queue.length
        if (next) present(next)
      }, GAP)
    }
  }

  function dismiss(): void {
    advance()
  }

  function show(snack: Snack): void {
    const shown = current.peek()
    if (snack.variant !== 'error') queue = queue.filter((waitingSnack) => waitingSnack.variant === 'error')
    const alreadyKnown = (other: Snack | undefined) =>
      other?.variant === 'error' && other.message === snack.message && other.detail === snack.detail
    if (alreadyKnown(shown) || queue.some(alreadyKnown)) return
    if (!shown && timer === undefined) return present(snack)
    queue.push(snack)
    waiting.value = queue.filter((waitingSnack) => waitingSnack.variant === 'error').length
    if (shown && shown.variant !== 'error') advance()
  }

  return { current, waiting, show, dismiss }
}
