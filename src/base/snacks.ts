/**
 * Short messages over the modal. The next message may replace a success message. Errors queue, so that each is shown
 * (T21).
 *
 *   hidden ─ show ─▶ shown ─ next ─▶ gap (150 ms) ─▶ shown …
 */
import { computed, signal } from '@preact/signals-core'
import type { Namespace } from '../core/chains/caip.ts'
import type { ErrorRecord } from '../core/base/errors.ts'
import type { SentStatus } from '../core/payments/sent.ts'
import type { IconName } from './icon-name.ts'
import type { Readable } from './readable.ts'

export interface Snack {
  variant: 'success' | 'error' | 'loading'
  message: SnackText
  /**
   * The icon before the message, by name; never markup. Default: `check` for success and `warn` for errors. A loading
   * message has a spinner.
   */
  svg?: IconName
  /** The second line of the message; for an error, its reason. */
  detail?: string | ErrorRecord
  action?: { label: SnackText; run: () => void }
  /** Whether the message closes by itself. Default: true for success, false for loading and errors. */
  autoClose?: boolean
}

/** The message over the modal's card, as a page reads it. */
export interface SnackState {
  /** The modal's own text, or a code with its values. Empty while no message is shown. */
  message: SnackText
  variant: Snack['variant']
  /** The name of an icon; undefined for a spinner, and while there is no message. */
  svg: IconName | undefined
  /** Whether a message is shown. */
  open: boolean
  /** Whether the message closes by itself after 2.5 s. */
  autoClose: boolean
}

/**
 * A text of the UI, a code that the UI puts into words, a failed sign-in, or an error that says why some wallets did
 * not disconnect.
 */
export type SnackText = string | CodedText | RefusedSignIn | ErrorRecord
export type CodedText =
  | { code: 'balance_unavailable' | 'history_failed' | 'switch_failed' | 'try_again' }
  | { code: 'switch_declined' | 'session_ended'; wallet: string }
  | { code: 'left_out'; namespace: Namespace }
  | { code: 'origin_forbidden'; origin: string }
  | PaymentMessage
  | { code: 'name_registered' | 'name_unknown' | 'name_failed'; name: string }
export interface PaymentMessage {
  code:
    | `payment_${PaymentEvent}`
    | `approval_${Exclude<PaymentEvent, 'pending' | 'confirmed'>}`
    | 'revocation_confirmed'
    | 'swap_confirmed'
    | 'purchase_arrived'
  /** An amount with its symbol; for a revocation, the symbol alone. */
  what: string
  /** Whether a `payment_…` code is about the revocation of a spending cap. */
  isRevocation?: boolean
  /** Hash of the payment. */
  hash?: string
}

/**
 * The change of a payment that a message reports. reopened: the block of the payment was replaced, so the outcome is
 * open again.
 */
export type PaymentEvent = Exclude<SentStatus, 'late' | 'dropped'> | 'reopened'

/** The reason of a failed sign-in. */
export interface RefusedSignIn {
  code: 'sign_in_failed'
  error: ErrorRecord
  wallet: string
}

export interface Snacks {
  readonly current: Readable<Snack | undefined>
  readonly state: Readable<SnackState>
  /** Number of errors that wait behind the shown message. */
  readonly waiting: Readable<number>
  show(snack: Snack): void
  dismiss(): void
  /** Keeps the shown message until somebody dismisses it, because the message has the focus. */
  keepOpen(): void
  /** Removes a message that is no longer true, whether it is shown or waiting. */
  withdraw(snack: Snack): void
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
    if (closesItself(snack)) timer = setTimeout(advance, AUTO_CLOSE)
  }

  /** Hides the current message and shows the next one after the gap. */
  function advance(): void {
    clearTimeout(timer)
    timer = undefined
    current.value = undefined
    if (queue.length > 0) {
      timer = setTimeout(() => {
        timer = undefined
        const next = queue.shift()
        waiting.value = queue.length
        if (next) present(next)
      }, GAP)
    }
  }

  function keep(test: (waitingSnack: Snack) => boolean): void {
    queue = queue.filter(test)
    waiting.value = queue.filter(isError).length
  }

  function show(snack: Snack): void {
    const shown = current.peek()
    if (!isError(snack)) keep(isError)
    const alreadyKnown = (other: Snack | undefined) =>
      other?.variant === 'error' && toText(other) === toText(snack)
    if (alreadyKnown(shown) || queue.some(alreadyKnown)) return
    if (!shown && timer === undefined) return present(snack)
    queue.push(snack)
    keep(() => true)
    if (shown && !isError(shown)) advance()
  }

  function withdraw(snack: Snack): void {
    keep((waitingSnack) => waitingSnack !== snack)
    if (current.peek() === snack) advance()
  }

  const state = computed(() => toState(current.value))
  return { current, state, waiting, show, dismiss: advance, keepOpen: () => clearTimeout(timer), withdraw }
}

function toState(snack: Snack | undefined): SnackState {
  const given: Partial<Snack> = snack ?? {}
  const { message = '', variant = 'success', svg = snack && snackIcons[variant] } = given
  return { message, variant, svg, open: snack !== undefined, autoClose: closesItself({ ...given, variant }) }
}

/** Default icons. */
export const snackIcons = { success: 'check', error: 'warn', loading: undefined } as const

function closesItself({ autoClose, variant }: Pick<Snack, 'variant' | 'autoClose'>): boolean {
  return autoClose ?? variant === 'success'
}

/** A key that is the same for messages with the same text. */
function toText({ message, detail }: Snack): string {
  return JSON.stringify([message, detail])
}

function isError({ variant }: Snack): boolean {
  return variant === 'error'
}
