/**
 * The main thread's own clock, which stands still while the thread does not run: while the host of a virtual machine
 * lends the processor to others, or another process has it. The clock of the wall counts that as the page's work.
 */
import type { Browser, Page } from 'playwright-core'

/** ms after the page's time origin. */
export interface Span {
  start: number
  duration: number
}

/** Of Chromium's trace. */
export interface TraceEvent {
  name: string
  pid: number
  tid: number
  /** Of the wall, µs. */
  ts: number
  dur?: number
  /** Of the thread, µs. */
  tts?: number
  tdur?: number
  args?: { name?: string }
}

/** @returns stops, and tells how long the main thread ran in a span at most. Milliseconds. */
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
    if (!mark) throw new Error('The trace of the page holds no mark of its own: its time cannot be read.')
    const origin = mark.ts - marked * 1_000
    /** Moments at which both clocks are known. */
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
      // Where a clock is not known at an end, all of it counts.
      return from && to ? Math.min(duration, (to.thread - from.thread) / 1_000) : duration
    }
  }
}

/** Ends the trace that `browser.startTracing` began. */
export async function stopTracing(browser: Browser): Promise<TraceEvent[]> {
  const trace = JSON.parse(String(await browser.stopTracing())) as { traceEvents: TraceEvent[] }
  return trace.traceEvents
}
