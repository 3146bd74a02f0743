/** The stored sign-in of an email or social account: enough to restore it, without secrets. */
import * as v from 'valibot'
import { readStored } from '../../base/storage.ts'
import { type AuthUser, solanaId } from './messages.ts'
import { count, defined, orAbsent, parseOrNone, type Untrusted } from '../../core/contract/schemas.ts'

export interface Login {
  /** `email`, or the name of the social account. */
  by: string
  /** Of the plain account, whichever is used: another tab may have signed somebody else in. */
  address: string
  /** Where they were last, as `AuthUser` has it. */
  chainId: AuthUser['chainId']
  email?: string
  userName?: string
}

const LOGIN = 'billfold/login'
/** When the last mail was asked for: milliseconds since 1970. */
const SENT = 'billfold/login-sent'

/** The site sends a mail at most this often. Milliseconds. */
const PAUSE = 30_000

export function createLoginStore(storage: Storage | undefined) {
  /** Used without storage: lasts until the page is closed. */
  let own: Login | undefined
  let sentAt = 0

  function write(key: string, value: unknown): void {
    try {
      if (value === undefined) storage?.removeItem(key)
      else storage?.setItem(key, JSON.stringify(value))
    } catch {
      // Full or forbidden.
    }
  }

  return {
    read: (): Login | undefined => own ?? readLogin(readStored(storage, LOGIN)),
    keep(login: Login): void {
      own = undefined
      write(LOGIN, login)
      write(SENT, undefined)
      sentAt = 0
      if (!readLogin(readStored(storage, LOGIN))) own = login
    },
    forget(): void {
      own = undefined
      write(LOGIN, undefined)
    },
    markSent(now: number): void {
      sentAt = now
      write(SENT, now)
    },
    /** When the next mail can be asked for; milliseconds since 1970. A clock that was set back does not hold it up. */
    getSendableAt(now: number): number {
      const stored = readStored(storage, SENT)
      const last = Math.max(sentAt, typeof stored === 'number' ? stored : 0)
      return last <= now ? last + PAUSE : 0
    },
  }
}

export type LoginStore = ReturnType<typeof createLoginStore>

function readLogin(value: unknown): Login | undefined {
  return parseOrNone(storedLogin, value)
}

const storedLogin: Untrusted<Login> = v.pipe(
  v.object({
    by: v.string(),
    address: v.string(),
    chainId: v.union([v.pipe(count, v.minValue(1)), solanaId]),
    email: orAbsent(v.string()),
    userName: orAbsent(v.string()),
  }),
  v.transform(defined),
)
