/**
 * Reports events on the page to the project's owner, if the page and the dashboard enable reports. Failed reports are
 * dropped.
 */
import { hasCode } from '../core/base/errors.ts'
import type { Report } from '../core/contract/project.ts'
import type { Shell } from '../shell/shell.ts'
import { scrub } from './scrub.ts'

/** Reports an event. `more` overrides the defaults: type `track`, and the address of the active account. */
export type ReportEvent = (
  event: string,
  properties?: Report['properties'],
  more?: Partial<Pick<Report, 'type' | 'address'>>,
) => void

export interface Reporter {
  report: ReportEvent
  /**
   * Turns reports on or off. Before the first call, reports wait. Once reports are turned off, waiting reports are
   * dropped, and later calls cannot turn reports on again.
   */
  settle(isWanted: boolean): void
}

/** Upper limit of error reports within `ERROR_WINDOW` (milliseconds). */
const MAX_ERRORS = 5
const ERROR_WINDOW = 60_000
/** Upper limit of waiting reports. */
const MAX_WAITING = 100

/** @param complain logs that this origin is not on the project's allowlist */
export function createReporter(
  { account, call, snacks }: Pick<Shell, 'account' | 'call' | 'snacks'>,
  complain: () => void,
): Reporter {
  let waiting: Report[] | undefined = []
  let isWanted = false
  /** Times of recent error reports: milliseconds since 1970. */
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

  /** Turns reports off and shows the reason: the origin is not on the project's allowlist. */
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
      // Once turned off, or refused by the server, reports stay off on this page.
      else isWanted &&= isWantedNow
    },
  }
}
