/**
 * Watches a page from inside while something happens to it: long animation frames with the scripts that ran in them,
 * frames that came late, and blank rows. Runs in the page; must not name anything from outside of itself.
 */
import type { CDPSession, Page } from 'playwright-core'

export interface Watched {
  /** Longest time for which one entry into Billfold's own code (an event, a message, a frame) kept the main thread. */
  longest_task_ms: number
  /** Sum of what such entries took beyond 50 ms each. */
  total_blocking_ms: number
  /** Longest frame of the whole page, whoever caused it. */
  longest_frame_ms: number
  /** Frames that came more than 1.5 frame times after the last one, counted in frames that are missing. */
  frames_dropped: number
  frames: number
}

interface FrameRecord {
  /** Of the whole frame. */
  duration: number
  /** Of each entry into Billfold's scripts in it, forced layout included. */
  ours: number[]
}

/** @param ours matches the addresses of Billfold's scripts. */
export async function startWatching(page: Page, ours: RegExp): Promise<() => Promise<Watched>> {
  await page.evaluate((pattern) => {
    const isOurs = new RegExp(pattern)
    const frames: FrameRecord[] = []
    const gaps: number[] = []
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { scripts, duration } = entry as PerformanceEntry & {
          scripts: { sourceURL: string; duration: number }[]
        }
        const ours = scripts
          .filter(({ sourceURL }) => isOurs.test(sourceURL))
          .map((script) => script.duration)
        frames.push({ duration, ours })
      }
    })
    observer.observe({ type: 'long-animation-frame', buffered: false })
    let running = true
    let last = performance.now()
    const tick = (now: number) => {
      gaps.push(now - last)
      last = now
      if (running) requestAnimationFrame(tick)
    }
    requestAnimationFrame((now) => {
      last = now
      requestAnimationFrame(tick)
    })
    Object.assign(window, {
      stopWatching() {
        running = false
        observer.disconnect()
        return { frames, gaps }
      },
    })
  }, ours.source)

  return async () => {
    // The last frame's record comes after the frame.
    await page.waitForTimeout(200)
    const { frames, gaps } = await page.evaluate(() =>
      (window as unknown as { stopWatching(): { frames: FrameRecord[]; gaps: number[] } }).stopWatching(),
    )
    const frameTime = 1000 / 60
    return {
      longest_task_ms: Math.max(0, ...frames.flatMap(({ ours }) => ours)),
      total_blocking_ms: frames
        .flatMap(({ ours }) => ours)
        .reduce((sum, time) => sum + Math.max(0, time - 50), 0),
      longest_frame_ms: Math.max(0, ...frames.map(({ duration }) => duration)),
      frames_dropped: gaps.reduce(
        (sum, gap) => sum + (gap > 1.5 * frameTime ? Math.round(gap / frameTime) - 1 : 0),
        0,
      ),
      frames: gaps.length,
    }
  }
}

/** CPU time of all renderer processes so far, workers included. Milliseconds. */
export async function readRendererCpu(browserCdp: CDPSession): Promise<number> {
  const { processInfo } = await browserCdp.send('SystemInfo.getProcessInfo')
  return processInfo.reduce((sum, { type, cpuTime }) => sum + (type === 'renderer' ? cpuTime * 1000 : 0), 0)
}

/** Elements of the modal, through all shadow roots, and the heap of the page after a collection. */
export async function readSizes(
  page: Page,
  cdp: CDPSession,
): Promise<{ dom_nodes: number; heap_mb: number }> {
  const dom_nodes = await page.evaluate(() => {
    const count = (root: ParentNode): number => {
      let sum = 0
      for (const element of root.querySelectorAll('*'))
        sum += 1 + (element.shadowRoot ? count(element.shadowRoot) : 0)
      return sum
    }
    const host = document.querySelector('billfold-modal')
    return host?.shadowRoot ? count(host.shadowRoot) : 0
  })
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize } = await cdp.send('Runtime.getHeapUsage')
  return { dom_nodes, heap_mb: usedSize / 1e6 }
}
