/**
 * Access to a database that may open slowly, be closed by the browser, or fail.
 *
 *   unused ── first use ──▶ opening ── it is open ──▶ open
 *                           ▲ (2) │                    │
 *             at once (1) ──┤     │ fails              │ a request fails, or has no answer after 5 s
 *                           │     ▼                    │
 *                           └──── lost ◀───────────────┘
 *
 * (1) At most once in 30 s; otherwise with the first use after that time. (2) If an opening is not answered for 30 s, the
 * next use starts another opening. While the database opens, all callers wait for the same opening. After 2 s, or as soon
 * as another tab blocks it, they get `store_unavailable` at once, and the opening continues.
 */
import { Dexie, type DexieOptions, type Table } from 'dexie'
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { Clock } from '../base/context.ts'
import type { Environment } from '../base/environment.ts'
import { withTimeout } from '../../src/core/base/wait.ts'

export type DiskEnvironment = Pick<Environment, 'clock' | 'indexedDB' | 'IDBKeyRange'>

export interface Opening {
  /** Whether requests failed 30 s ago and again now, without a success in between: then the database may be damaged. */
  isSuspect: boolean
  /** Called if another tab blocks the opening, for an unknown time. */
  onBlocked(): void
}

export interface ConnectionOptions<Database> {
  clock: Clock
  open(opening: Opening): Promise<Database>
  /** Called when the database is open again after it was overdue or lost. */
  onReturn?(): void
}

interface Attempt<Database> {
  /** `overdue`: the database is still opening, and callers no longer wait for it. */
  status: 'opening' | 'overdue' | 'open' | 'lost'
  /** When the opening began. Milliseconds since 1970. */
  since: number
  /** Whether this attempt replaces an attempt that was just lost. */
  isSecond: boolean
  /** The opened database. This promise may never settle. */
  database: Promise<Database>
  /** `database`, but rejects when the opening is overdue. */
  soon: Promise<Database>
}

/** How long callers wait for an opening at most; short, since the first view depends on it. Milliseconds. */
const OPEN_LIMIT = 2_000
/**
 * Time limit of a request, since some browsers leave requests without an answer (WebKit bugs 226547, 197050). Milliseconds.
 */
const REQUEST_LIMIT = 5_000
/** Pause before a failed opening is tried again. Milliseconds. */
const RETRY_PAUSE = 30_000

export function createConnection<Database extends { close(): void }>(options: ConnectionOptions<Database>) {
  const { clock } = options
  let attempt: Attempt<Database> | undefined
  let failingSince: number | undefined

  /**
   * Waits for an answer with a time limit. @throws the error of the answer, or a timeout, after which the answer may still
   * come
   */
  const inTime = <T>(answer: Promise<T>) => withTimeout(clock, REQUEST_LIMIT, answer, () => late)

  function connect(isSecond: boolean): Attempt<Database> {
    const isFirst = !attempt
    const isSuspect = isSecond && failingSince !== undefined && hasPassed(clock, failingSince)
    const own = { status: 'opening', since: clock.now(), isSecond } as Attempt<Database>
    own.soon = new Promise((resolve, reject) => {
      const onOverdue = () => {
        if (own.status === 'opening') own.status = 'overdue'
        reject(late)
      }
      const stopTimer = clock.after(OPEN_LIMIT, onOverdue)
      own.database = options.open({ isSuspect, onBlocked: onOverdue })
      own.database.then(resolve, reject).finally(stopTimer)
    })
    own.soon.catch(() => {})
    const onOpen = (opened: Database) => {
      if (attempt !== own) return opened.close()
      const isReturn = !isFirst || own.status === 'overdue'
      own.status = 'open'
      if (isReturn) options.onReturn?.()
    }
    own.database.then(onOpen, () => lose(own))
    return (attempt = own)
  }

  function lose(lost: Attempt<Database>): void {
    // Several callers may notice the same failure; only the first one ends the attempt.
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

  return {
    /** Undefined before the first use. */
    get status() {
      return attempt?.status
    },
    /**
     * Runs a request. If it fails, for example because the database was closed, opens the database again and repeats the
     * request once. A request that timed out is not repeated, since the browser may still carry it out.
     * @param isUrgent whether to reopen a lost database at once, wait 5 s for an overdue database, and repeat even a
     *   request that timed out
     * @throws store_unavailable, and errors of the caller's code (see `ofCaller`)
     */
    async use<T>(request: (database: Database) => Promise<T>, isUrgent = false): Promise<T> {
      for (let isAgain = false; ; isAgain = true) {
        const asked = getAttempt(isUrgent)
        const isAwaited = isUrgent || asked.status === 'open'
        let database: Database | undefined
        try {
          database = await (isAwaited ? inTime(asked.database) : asked.soon)
          const answer = await inTime(request(database))
          failingSince = undefined
          return answer
        } catch (error) {
          if (error instanceof CallerError) throw error.cause
          // The browser cannot store the value: not a failure of the database.
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

/**
 * Creates a database with the table `records`. Opening it fails if the browser has no IndexedDB. `index`: the indexed
 * fields besides the key.
 */
export function createDatabase<Row>(
  name: string,
  index: string,
  { indexedDB, IDBKeyRange }: DiskEnvironment,
): Dexie & { records: Table<Row, string> } {
  const db = new Dexie(name, { indexedDB, IDBKeyRange, autoOpen: false } as DexieOptions)
  // Close the database when another tab deletes or upgrades it; the next request opens it again. Dexie would do the same,
  // but logs a warning.
  db.on('versionchange', () => {
    db.close()
    return false
  })
  db.version(1).stores({ records: `key, ${index}` })
  return db as Dexie & { records: Table<Row, string> }
}

/** Whether a time is at least `ms` ago. Also true for a time in the future, which means that the clock was set back. */
export function hasPassed(clock: Clock, since: number, ms = RETRY_PAUSE): boolean {
  const age = clock.now() - since
  return age < 0 || age >= ms
}

/**
 * Runs the caller's code within a request, and marks its errors, so that they are not taken for failures of the database.
 */
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

const UNAVAILABLE = 'The browser’s storage cannot be read right now. Nothing is lost. Try again later.'

/** Whether the error has one of these names. Looks into Dexie's errors, which contain the browser's error. */
export function hasName(error: unknown, names: readonly string[]): boolean {
  const { name = '', inner } = (error ?? {}) as { name?: string; inner?: unknown }
  return names.includes(name) || (inner !== undefined && hasName(inner, names))
}

const late = new Error('The browser’s storage did not answer in time.')
