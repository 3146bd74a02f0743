/**
 * What time it is for the server, which takes a signature only about the time that it says: a device's clock may be
 * minutes off. Each answer's `Date` tells; where the server does not show it to pages, the device's clock must do.
 */
import type { Http, WorkerContext } from '../../base/context.ts'

/** Milliseconds by which a server is ahead of the clock here. */
const offsets = new WeakMap<Http, number>()

/** For the requests that are to be heard. */
export function recordServerTime({
  http,
  clock,
}: Pick<WorkerContext, 'http' | 'clock'>): (headers: Headers) => void {
  return (headers) => {
    const date = Date.parse(headers.get('date') ?? '')
    // It is cut off to seconds: half of one is what is missing on average.
    if (!Number.isNaN(date)) offsets.set(http, date + 500 - clock.now())
  }
}

/** Milliseconds since 1970. */
export function getServerTime({ http, clock }: Pick<WorkerContext, 'http' | 'clock'>): number {
  return clock.now() + (offsets.get(http) ?? 0)
}
