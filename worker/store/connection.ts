/**
 * One database that may be slow to open, be closed by the browser or fail, as something that can be asked.
 *
 *              ┌────────────────── at once; the second time within 30 s: ──────────────────┐
 *              ▼                  with the first use after 30 s                            │
 *   ──▶ opening ── it is open ──▶ open ── a request fails, or has no answer after 5 s ──▶ lost
 *          │                                                                               ▲
 *          └── fails ──────────────────────────────────────────────────────────────────────┘
 *
 * While it opens whoever asks waits, all for the same opening; after 2 s, or while another tab blocks it, they hear
 * `store_unavailable` at once, and it goes on opening. A failure counts until a request succeeds; lateness always for
 * 30 s, so that a read which is too slow for this disk cannot open it again and again.
 */
import { BillfoldError } from '../../src/core/errors.ts'
import type { Clock } from '../context.ts'

export interface DiskEnvironment {
  clock: Clock
  /** Undefined where the browser has none or forbids it. */
  indexedDB: IDBFactory | undefined
  IDBKeyRange: typeof IDBKeyRange | undefined
}

export interface Connection<Database> {
  readonly isOpen: boolean
  /**
   * Asks the database. When it fails (a closed one fails too) it is opened anew and asked once more; never when it is
   * late, since what it was told may still be done.
   * @throws store_unavailable, and what the caller's own code threw (see `ofCaller`).
   */
  use<T>(request: (database: Database) => Promise<T>): Promise<T>
  /** Opens a lost one now, whatever the pause. */
  reopen(): void
  /** Settles when no opening is going on; never fails. May take for ever. */
  settle(): Promise<void>
}

export interface ConnectionOptions<Database> {
  clock: Clock
  /**
   * @param failures how often it failed, at least 30 s apart, since a request last succeeded. Neither lateness nor want
   * of space counts.
   * @param onBlocked another tab keeps it from being opened; it goes on by itself when that tab lets go.
   */
  open(failures: number, onBlocked: () => void): Promise<Database>
  onOpen?(): void
}

type State<Database> =
  | { status: 'opening'; since: number; isOverdue: boolean; patience: Promise<void>; done: Promise<void> }
  | { status: 'open'; database: Database }
  | { status: 'lost'; isPaused: boolean }

/** The person waits for the first picture no longer than this. Milliseconds. */
const OPEN_LIMIT = 2_000
/** Browsers have been seen to leave requests without any answer (WebKit bugs 226547, 197050). Milliseconds. */
const REQUEST_LIMIT = 5_000
/** What failed just now is not tried again before this. Milliseconds. */
export const RETRY_PAUSE = 30_000

export function createConnection<Database extends { close(): void }>(
  options: ConnectionOptions<Database>,
): Connection<Database> {
  const { clock } = options
  let state: State<Database> = { status: 'lost', isPaused: false }
  let failures = 0
  /** The first of the losses in these 30 s, unless it was made good; whether one of them was lateness. */
  let loss: { at: number; isLate: boolean } | undefined

  function connect(): void {
    let endPatience = () => {}
    const patience = new Promise<void>((resolve) => (endPatience = resolve))
    const opening = {
      status: 'opening' as const,
      since: clock.now(),
      isOverdue: false,
      patience,
      done: patience,
    }
    const giveUp = () => {
      opening.isOverdue = true
      endPatience()
    }
    const stopTimer = clock.after(OPEN_LIMIT, giveUp)
    state = opening
    opening.done = options
      .open(failures, giveUp)
      .then(
        (database) => {
          if (state !== opening) return database.close()
          state = { status: 'open', database }
          options.onOpen?.()
        },
        (error: unknown) => {
          if (state === opening) lose(error)
        },
      )
      .finally(() => {
        stopTimer()
        endPatience()
      })
  }

  function lose(error: unknown): void {
    const isPaused = loss !== undefined && !hasPassed(clock, loss.at)
    const isLate = error === late
    if (!isPaused && !isLate && !isQuotaError(error)) failures += 1
    loss = isPaused && loss ? { at: loss.at, isLate: loss.isLate || isLate } : { at: clock.now(), isLate }
    state = { status: 'lost', isPaused }
    if (!isPaused) connect()
  }

  async function getDatabase(): Promise<Database> {
    if (state.status === 'lost' && (!state.isPaused || !loss || hasPassed(clock, loss.at))) connect()
    // What was never answered is asked again.
    if (state.status === 'opening' && hasPassed(clock, state.since)) connect()
    for (;;) {
      const now = state
      if (now.status === 'open') return now.database
      if (now.status === 'lost' || now.isOverdue) throw unavailable()
      await now.patience
    }
  }

  return {
    get isOpen() {
      return state.status === 'open'
    },
    async use(request) {
      for (let isAgain = false; ; isAgain = true) {
        const database = await getDatabase()
        try {
          const answer = await inTime(clock, request(database))
          failures = 0
          if (!loss?.isLate) loss = undefined
          return answer
        } catch (error) {
          if (error instanceof CallerError) throw error.cause
          // A value that no browser can store.
          if ((error as Error | null)?.name === 'DataCloneError') throw error
          // Of all who were waiting for this database the first one gives it up.
          if (state.status === 'open' && state.database === database) {
            database.close()
            lose(error)
          }
          if (isAgain || error === late) throw unavailable(error)
        }
      }
    },
    reopen() {
      if (state.status === 'lost') connect()
    },
    async settle() {
      if (state.status === 'opening') await state.done
    },
  }
}

/** Also true for a time that still lies ahead: the clock was set back. */
export function hasPassed(clock: Clock, at: number): boolean {
  const age = clock.now() - at
  return age < 0 || age >= RETRY_PAUSE
}

/** What the caller's own code throws in the middle of a request is no failure of the database. */
export function ofCaller<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw new CallerError(error)
  }
}

class CallerError {
  constructor(readonly cause: unknown) {}
}

export function unavailable(cause?: unknown): BillfoldError {
  const message =
    'The disk cannot be asked now. What is stored there is neither known nor lost; try again later.'
  return new BillfoldError('store_unavailable', message, { cause })
}

/** Dexie wraps a failed request in an error of its own, and several in one. */
export function isQuotaError(error: unknown): boolean {
  const { name, inner, failures } = (error ?? {}) as { name?: string; inner?: unknown; failures?: unknown[] }
  if (name === 'QuotaExceededError') return true
  return (inner !== undefined && isQuotaError(inner)) || (failures ?? []).some(isQuotaError)
}

const late = new Error('The disk did not answer in time.')

/** @throws what the answer throws, or that it is late: it may still come. */
export function inTime<T>(clock: Clock, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stopTimer = clock.after(REQUEST_LIMIT, () => reject(late))
    answer.then(resolve, reject).finally(stopTimer)
  })
}
