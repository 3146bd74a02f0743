/** The stored sign-in of an email or social account: enough to restore it, without secrets. */
import * as v from 'valibot'
import { readStored } from '../../base/storage.ts'
import { type AuthUser, solanaId } from './messages.ts'
import { count, defined, orAbsent, parseOrNone, type Untrusted } from '../../core/contract/schemas.ts'

export interface Login {
  /** `email`, or the name of the social account. */
  by: string
  /**
   * Address of the plain account, also while the smart account is used. If the stored address differs, another tab
   * has signed in somebody else.
   */
  address: string
  /** Last used network, in the form of `AuthUser.chainId`. */
  chainId: AuthUser['chainId']
  email?: string
  userName?: string
}

const LOGIN = 'billfold/login'
/** Storage key of the time of the last email: milliseconds since 1970. */
const SENT = 'billfold/login-sent'

/** Minimum time between two emails, which the site imposes. Milliseconds. */
const PAUSE = 30_000

export function createLoginStore(storage: Storage | undefined) {
  /** A sign-in that could not be stored. It lasts until the web page is closed. */
  let own: Login | undefined
  let sentAt = 0

  function write(key: string, value: unknown): void {
    try {
      if (value === undefined) storage?.removeItem(key)
      else storage?.setItem(key, JSON.stringify(value))
    } catch {
      // The storage is full or forbidden.
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
    /**
     * When the next email may be sent: milliseconds since 1970. If the clock was set back, an email may be sent at
     * once.
     */
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
