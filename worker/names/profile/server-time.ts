/**
 * Estimates the server's time. The server accepts a signature only if the time in the message is close to the server's
 * time, and a device's clock may be minutes off. The time comes from the `Date` header of each answer; if pages cannot read
 * this header, the device's clock is used.
 */
import type { Http, WorkerContext } from '../../base/context.ts'

/** How far the server's clock is ahead of this device's clock. Milliseconds. */
const offsets = new WeakMap<Http, number>()

/** The `onHeaders` callback of requests that measure the server's time. */
export function recordServerTime({
  http,
  clock,
}: Pick<WorkerContext, 'http' | 'clock'>): (headers: Headers) => void {
  return (headers) => {
    const date = Date.parse(headers.get('date') ?? '')
    // The header is truncated to seconds, so half a second is missing on average.
    if (!Number.isNaN(date)) offsets.set(http, date + 500 - clock.now())
  }
}

/** The server's time, in milliseconds since 1970. */
export function getServerTime({ http, clock }: Pick<WorkerContext, 'http' | 'clock'>): number {
  return clock.now() + (offsets.get(http) ?? 0)
}
