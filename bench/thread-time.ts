/**
 * Reads the main thread's own clock. It doesn't run while the thread waits for a processor that another process or
 * another guest of the host uses; the wall clock counts that time as the page's work.
 */
import type { Browser, Page } from 'playwright-core'

/** Milliseconds after the page's time origin. */
export interface Span {
  start: number
  duration: number
}

/** An event of Chromium's trace. */
export interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Wall clock in µs. */
  ts: number
  dur?: number
  /** Thread clock in µs. */
  tts?: number
  tdur?: number
  args?: { name?: string }
}

/**
 * @returns a function that stops the trace, and returns a function for the milliseconds that the main thread ran in a
 * span
 */
export async function startThreadClock(
  browser: Browser,
  page: Page,
): Promise<() => Promise<(span: Span) => number>> {
  const MARK = 'billfold-bench'
  await browser.startTracing(page, { categories: ['-*', 'devtools.timeline', 'blink.user_timing'] })
  const marked = await page.evaluate((mark) => performance.mark(mark).startTime, MARK)
  return async () => {
    const traceEvents = await stopTracing(browser)
    const mark = traceEvents.find(({ name }) => name === MARK)
    if (!mark) throw new Error('The page’s trace lacks the benchmark’s mark.')
    const origin = mark.ts - marked * 1_000
    /** Times at which both clocks are known. */
    const points = traceEvents
      .filter(({ pid, tid, tts }) => pid === mark.pid && tid === mark.tid && tts !== undefined)
      .flatMap(({ ts, dur, tts, tdur }) => [
        { wall: ts - origin, thread: tts! },
        ...(dur === undefined || tdur === undefined
          ? []
          : [{ wall: ts + dur - origin, thread: tts! + tdur }]),
      ])
      .sort((one, other) => one.wall - other.wall)
    return ({ start, duration }) => {
      const from = points.findLast(({ wall }) => wall <= start * 1_000)
      const to = points.find(({ wall }) => wall >= (start + duration) * 1_000)
      // Count the whole duration when a clock is unknown at one end of the span.
      return from && to ? Math.min(duration, (to.thread - from.thread) / 1_000) : duration
    }
  }
}

/** Stops the trace that `browser.startTracing` started. */
export async function stopTracing(browser: Browser): Promise<TraceEvent[]> {
  const trace = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
  return trace.traceEvents
}
