/**
 * The server's time. It accepts a signature only close to the time in its text, and a device's clock may be minutes off. The
 * time comes from each answer's `Date` header; if the server hides that from pages, the device's clock is used.
 */
import type { Http, WorkerContext } from '../../base/context.ts'

/** Milliseconds by which a server's clock is ahead of ours. */
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

/** Milliseconds since 1970. */
export function getServerTime({ http, clock }: Pick<WorkerContext, 'http' | 'clock'>): number {
  return clock.now() + (offsets.get(http) ?? 0)
}
