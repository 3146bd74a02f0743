/**
 * Watches a page from inside: long animation frames, with the scripts that ran in them. Runs in the page, so it must
 * not use anything from outside its own function.
 */
import type { CDPSession, Page } from 'playwright-core'
import type { Span } from './thread-time.ts'

export interface Watched {
  /** Runs of Billfold's code (an event, a message, a frame callback) in frames of 50 ms or more. */
  tasks: Span[]
  /** Milliseconds of the longest frame of the page, whatever its cause. */
  longest_frame_ms: number
}

interface FrameRecord {
  /** Milliseconds of the whole frame. */
  duration: number
  /** Runs of Billfold's scripts in the frame, including forced layout. */
  ours: Span[]
}

/** @param ours matches the URLs of Billfold's scripts */
export async function startWatching(page: Page, ours: RegExp): Promise<() => Promise<Watched>> {
  await page.evaluate((pattern) => {
    const isOurs = new RegExp(pattern)
    const frames: FrameRecord[] = []
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { scripts, duration } = entry as PerformanceEntry & {
          scripts: { sourceURL: string; startTime: number; duration: number }[]
        }
        const ours = scripts
          .filter(({ sourceURL }) => isOurs.test(sourceURL))
          .map((script) => ({ start: script.startTime, duration: script.duration }))
        frames.push({ duration, ours })
      }
    })
    observer.observe({ type: 'long-animation-frame', buffered: false })
    Object.assign(window, {
      stopWatching() {
        observer.disconnect()
        return frames
      },
    })
  }, ours.source)

  return async () => {
    // Wait for the last frame's entry, which arrives after the frame.
    await page.waitForTimeout(200)
    const frames = await page.evaluate(() =>
      (window as unknown as { stopWatching(): FrameRecord[] }).stopWatching(),
    )
    return {
      tasks: frames.flatMap(({ ours }) => ours),
      longest_frame_ms: Math.max(0, ...frames.map(({ duration }) => duration)),
    }
  }
}

/** Milliseconds of CPU time that all renderer processes have used, workers included. */
export async function readRendererCpu(browserCdp: CDPSession): Promise<number> {
  const { processInfo } = await browserCdp.send('SystemInfo.getProcessInfo')
  return processInfo.reduce((sum, { type, cpuTime }) => sum + (type === 'renderer' ? cpuTime * 1000 : 0), 0)
}

/** Number of elements in the modal, shadow roots included, and the page's heap after a garbage collection. */
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
