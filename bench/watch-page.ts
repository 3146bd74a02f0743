/**
 * Watches a page from inside while something happens to it: long animation frames with the scripts that ran in them.
 * Runs in the page; must not name anything from outside of itself.
 */
import type { CDPSession, Page } from 'playwright-core'
import type { Span } from './thread-time.ts'

export interface Watched {
  /** Entries into Billfold's own code (an event, a message, a frame), in frames of 50 ms and more. */
  tasks: Span[]
  /** Longest frame of the whole page, whoever caused it. */
  longest_frame_ms: number
}

interface FrameRecord {
  /** Of the whole frame. */
  duration: number
  /** Of each entry into Billfold's scripts in it, forced layout included. */
  ours: Span[]
}

/** @param ours matches the addresses of Billfold's scripts. */
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
    // The last frame's record comes after the frame.
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
