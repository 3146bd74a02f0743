/**
 * One database that may be slow to open, be closed by the browser or fail, as something that can be asked.
 *
 *   unused ── first use ──▶ opening ── it is open ──▶ open
 *                           ▲ (2) │                    │
 *             at once (1) ──┤     │ fails              │ a request fails, or has no answer after 5 s
 *                           │     ▼                    │
 *                           └──── lost ◀───────────────┘
 *
 * (1) When that was done in the last 30 s already, with the first use after them. (2) What was not answered for 30 s is
 * asked again with the next use. While it opens whoever asks waits, all for the same opening; after 2 s of it, and as
 * soon as another tab blocks it, they hear `store_unavailable` at once, and it goes on opening.
 */
import { BillfoldError } from '../../src/core/errors.ts'
import type { Clock } from '../context.ts'

export interface Connection<Database> {
  /** `lost` also before the first use, and when it is overdue. */
  readonly status: Status
  /**
   * Asks the database. When it fails (a closed one fails too) it is opened anew and asked once more; never when it is
   * late, since what it was told may still be done.
   * @param isUrgent opens a lost one now, whatever the pause, waits 5 s for one that is overdue, and asks also a late one
   * once more.
   * @throws store_unavailable, and what the caller's own code threw (see `ofCaller`).
   */
  use<T>(request: (database: Database) => Promise<T>, isUrgent?: boolean): Promise<T>
}

export interface Opening {
  /** It failed just now as it did 30 s ago, and nothing succeeded in between. */
  isSuspect: boolean
  /** Another tab holds it, for as long as it likes. */
  onBlocked(): void
}

export interface ConnectionOptions<Database> {
  clock: Clock
  open(opening: Opening): Promise<Database>
  /** It is open after it was overdue or lost. */
  onReturn?(): void
}

type Status = 'opening' | 'open' | 'lost'

/** One opening, and the database that it led to. */
interface Attempt<Database> {
  status: Status
  /** Milliseconds since 1970. */
  readonly since: number
  /** In place of one that was lost just then. */
  readonly isSecond: boolean
  /** May take for ever. */
  readonly database: Promise<Database>
  /** Rejects when another tab blocks the opening. */
  readonly blocked: Promise<never>
  isBlocked: boolean
}

/** The person waits for the first picture no longer than this. Milliseconds. */
const OPEN_LIMIT = 2_000
/** Browsers have been seen to leave requests without any answer (WebKit bugs 226547, 197050). Milliseconds. */
const REQUEST_LIMIT = 5_000
/** What failed just now is not tried again before this. Milliseconds. */
const RETRY_PAUSE = 30_000

export function createConnection<Database extends { close(): void }>(
  options: ConnectionOptions<Database>,
): Connection<Database> {
  const { clock } = options
  let attempt: Attempt<Database> | undefined
  let failingSince: number | undefined

  function connect(isSecond: boolean): Attempt<Database> {
    const isFirst = !attempt
    const isSuspect = isSecond && failingSince !== undefined && hasPassed(clock, failingSince)
    let block = () => {}
    const blocked = new Promise<never>((_, reject) => (block = () => reject(late)))
    blocked.catch(() => {})
    const onBlocked = () => {
      own.isBlocked = true
      block()
    }
    const database = options.open({ isSuspect, onBlocked })
    const since = clock.now()
    const own: Attempt<Database> = { status: 'opening', since, isSecond, database, blocked, isBlocked: false }
    const onOpen = (opened: Database) => {
      if (attempt !== own) return opened.close()
      const isReturn = !isFirst || isOverdue(own)
      own.status = 'open'
      if (isReturn) options.onReturn?.()
    }
    database.then(onOpen, () => lose(own))
    return (attempt = own)
  }

  function lose(lost: Attempt<Database>): void {
    // Of all who asked it the first one gives it up.
    if (attempt !== lost || lost.status === 'lost') return
    lost.status = 'lost'
    if (lost.isSecond && !hasPassed(clock, lost.since)) return
    failingSince ??= clock.now()
    connect(true)
  }

  function getAttempt(isUrgent: boolean): Attempt<Database> {
    if (!attempt) return connect(false)
    if (isUrgent && attempt.status === 'lost') return connect(true)
    return attempt.status !== 'open' && hasPassed(clock, attempt.since) ? connect(false) : attempt
  }

  function isOverdue({ status, since, isBlocked }: Attempt<Database>): boolean {
    return status === 'opening' && (isBlocked || hasPassed(clock, since, OPEN_LIMIT))
  }

  return {
    get status() {
      return !attempt || isOverdue(attempt) ? 'lost' : attempt.status
    },
    async use(request, isUrgent = false) {
      for (let isAgain = false; ; isAgain = true) {
        const asked = getAttempt(isUrgent)
        const patience = isUrgent ? REQUEST_LIMIT : asked.since + OPEN_LIMIT - clock.now()
        let database: Database | undefined
        try {
          const opened = isUrgent ? asked.database : Promise.race([asked.database, asked.blocked])
          database = await inTime(clock, opened, patience)
          const answer = await inTime(clock, request(database))
          failingSince = undefined
          return answer
        } catch (error) {
          if (error instanceof CallerError) throw error.cause
          // A value that no browser can store.
          if ((error as Error | null)?.name === 'DataCloneError') throw error
          if (database) {
            database.close()
            lose(asked)
          }
          if (isAgain || attempt === asked || (error === late && !isUrgent))
            throw new BillfoldError('store_unavailable', UNAVAILABLE, { cause: error })
        }
      }
    },
  }
}

/** Also true for a time that still lies ahead: the clock was set back. */
export function hasPassed(clock: Clock, since: number, ms = RETRY_PAUSE): boolean {
  const age = clock.now() - since
  return age < 0 || age >= ms
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

const UNAVAILABLE =
  'The disk cannot be asked now. What is stored there is neither known nor lost; try again later.'

/** Dexie wraps what the browser says in an error of its own. */
export function hasName(error: unknown, names: readonly string[]): boolean {
  const { name = '', inner } = (error ?? {}) as { name?: string; inner?: unknown }
  return names.includes(name) || (inner !== undefined && hasName(inner, names))
}

const late = new Error('The disk did not answer in time.')

/** @throws what the answer throws, or that it is late: it may still come. */
export function inTime<T>(clock: Clock, answer: Promise<T>, ms = REQUEST_LIMIT): Promise<T> {
  return new Promise((resolve, reject) => {
    const stopTimer = clock.after(ms, () => reject(late))
    answer.then(resolve, reject).finally(stopTimer)
  })
}
