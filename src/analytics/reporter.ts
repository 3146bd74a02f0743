/** Reports events on the page to the project's owner, if the project enables it. Errors here are ignored. */
import { hasCode } from '../core/base/errors.ts'
import type { Report } from '../core/contract/project.ts'
import type { Shell } from '../shell/shell.ts'
import { scrub } from './scrub.ts'

/** Default: what was done, by the account on top. */
export type ReportEvent = (
  event: string,
  properties?: Report['properties'],
  more?: Partial<Pick<Report, 'type' | 'address'>>,
) => void

export interface Reporter {
  report: ReportEvent
  /** Turns reports on or off. Reports wait until then, and are dropped when off. */
  settle(isWanted: boolean): void
}

/** At most so many error reports in this window. Milliseconds. */
const MAX_ERRORS = 5
const ERROR_WINDOW = 60_000
/** Most reports that wait. */
const MAX_WAITING = 100

/** @param complain tells the page's maker that the project does not know this site */
export function createReporter(
  { account, call, snacks }: Pick<Shell, 'account' | 'call' | 'snacks'>,
  complain: () => void,
): Reporter {
  let waiting: Report[] | undefined = []
  let isWanted = false
  /** When errors were reported. */
  let errors: number[] = []

  const report: ReportEvent = (event, properties, more) => {
    if (more?.type === 'error' && !takeQuota()) return
    const { origin, pathname } = location
    const state = account.peek()
    const address = state.status === 'connected' ? state.address : undefined
    const url = `${origin}${scrub(pathname)}`
    const message: Report = { type: 'track', event, address, properties, url, ...more }
    if (isWanted) send(message)
    else if (waiting && waiting.length < MAX_WAITING) waiting.push(message)
  }

  function takeQuota(): boolean {
    const now = Date.now()
    errors = errors.filter((at) => at > now - ERROR_WINDOW)
    if (errors.length >= MAX_ERRORS) return false
    errors.push(now)
    return true
  }

  function send(message: Report): void {
    call('report', message).catch((error: unknown) => {
      const status = (error as { context?: { status?: unknown } }).context?.status
      if (isWanted && hasCode(error, 'http_status') && status === 403) refuse()
    })
  }

  /** The project does not know this site. */
  function refuse(): void {
    settle(false)
    const message = { code: 'origin_forbidden', origin: location.origin } as const
    snacks.show({ variant: 'error', message })
    complain()
  }

  function settle(isWantedNow: boolean): void {
    const messages = waiting ?? []
    isWanted = isWantedNow
    waiting = undefined
    if (isWanted) messages.forEach(send)
  }

  return {
    report,
    settle: (isWantedNow) => {
      if (waiting) settle(isWantedNow)
      // A no counts from when it is known; what a host has refused stays refused.
      else isWanted &&= isWantedNow
    },
  }
}
