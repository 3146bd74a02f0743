/** The page of one list: `list.html?list=billfold&rows=10000`. The benchmark and the side-by-side page control it. */
import { lists } from 'virtual:lists'
import { getListsAccount } from '../../../sandbox/services/lists-account.ts'
import type { MountedList } from '../list.ts'
import { getBlankLines, getBlankShare, getPixelsOff } from '../figures.ts'
import { startBusyPage } from './busy-page.ts'
import { createSource } from './create-source.ts'
import { createPlaceFinder } from './find-places.ts'
import { walkDeep } from './walk-deep.ts'
import { type FrameFigures, watchFrames } from './watch-frames.ts'
import './page.css'

export interface ListPage {
  name: string
  /** Resolves to the milliseconds from the call of the list's `mount` until the first rows are painted. */
  mount(): Promise<number>
  unmount(): void
  /** What the benchmark sees of the list, for the error when it doesn't open. */
  describeView(): string
  /** Starts and ends a phase, with performance marks that name it in the trace. Times are wall-clock milliseconds. */
  begin(phase: string): void
  end(phase: string): FrameFigures
  /** Scrolls by `px` CSS pixels in each frame. */
  scroll(px: number, frames: number): Promise<void>
  /** Keeps scrolling to the end of the growing list until the returned function is called. */
  stayAtEnd(): () => Promise<boolean>
  toTop(): Promise<void>
  /** @returns distance of the row from the view's upper edge in CSS pixels; undefined if no row is in view */
  jump(index: number): Promise<number | undefined>
  countElements(): number
  setBusy(isBusy: boolean): void
  /** Share of blank lines in a screenshot, 0 to 1. @param picture base64 of a JPEG */
  readPicture(picture: string): Promise<number>
}

declare global {
  interface Window {
    listPage?: ListPage
  }
}

/** Number of frames without movement after which a jump is complete. */
const STILL = 8
const MAX_FRAMES = 300

const params = new URLSearchParams(location.search)
const total = Number(params.get('rows') ?? 1_000)
const container = document.getElementById('list')!
const source = createSource(location.origin, getListsAccount(total), total)
const load = lists[params.get('list') ?? '']
if (!load)
  throw new Error(`Unknown list "${params.get('list')}". Use one of ${Object.keys(lists).join(', ')}.`)
const { default: list } = await load()
if (typeof list?.mount !== 'function')
  throw new Error('The default export of the file has no mount(): see list.ts.')
await list.prepare?.(container, source)
const size = { width: container.clientWidth, height: container.clientHeight }
let mounted: MountedList
let findPlaces: ReturnType<typeof createPlaceFinder>
let stopBusy: (() => void) | undefined
let stopFrames: (() => FrameFigures) | undefined

window.listPage = {
  name: list.name,
  async mount() {
    performance.mark('open:begin')
    mounted = await list.mount(container, source, size)
    checkScroller()
    findPlaces = createPlaceFinder(mounted)
    while (!isFilled()) await nextFrame()
    await afterPaint()
    performance.mark('open:end')
    checkRow()
    return performance.measure('open', 'open:begin', 'open:end').duration
  },
  unmount: () => mounted.unmount(),
  describeView() {
    const { top, bottom } = mounted.scroller.getBoundingClientRect()
    const blank = Math.round(100 * getBlankShare(findPlaces(top, bottom), top, bottom))
    return `${findRows().length} elements match row "${mounted.row}", ${blank}% of the view is blank`
  },
  begin(phase) {
    stopFrames = watchFrames(mounted)
    performance.mark(`${phase}:begin`)
  },
  end(phase) {
    performance.mark(`${phase}:end`)
    return stopFrames!()
  },
  async scroll(px, frames) {
    for (let frame = 0; frame < frames; frame += 1) {
      mounted.scroller.scrollTop += px
      await nextFrame()
    }
  },
  stayAtEnd() {
    const stop = new AbortController()
    const run = (async () => {
      let still = 0
      let height = 0
      // After all pages were sent, wait until the list stops growing.
      while (!stop.signal.aborted || still < STILL) {
        const { scroller } = mounted
        scroller.scrollTop = 1e9
        await nextFrame()
        still = scroller.scrollHeight === height ? still + 1 : 0
        height = scroller.scrollHeight
      }
      return isFilled()
    })()
    return () => {
      stop.abort()
      return run
    }
  },
  async toTop() {
    // A fling of the last gesture may still move the list: go back until the list stays at the top.
    for (let frame = 0, still = 0; frame < MAX_FRAMES && still < STILL; frame += 1) {
      still = mounted.scroller.scrollTop === 0 ? still + 1 : 0
      mounted.scroller.scrollTop = 0
      await nextFrame()
    }
    for (let frame = 0; frame < MAX_FRAMES && !isFilled(); frame += 1) await nextFrame()
    await nextFrame()
  },
  async jump(index) {
    if (mounted.scrollToRow) mounted.scrollToRow(index)
    else {
      const { scroller } = mounted
      scroller.scrollTop = (index / total) * scroller.scrollHeight
    }
    await rest()
    return measureLanding(index)
  },
  countElements: () => [...walkDeep(container)].length,
  setBusy(isBusy) {
    stopBusy?.()
    stopBusy = isBusy ? startBusyPage(document.getElementById('around')!) : undefined
  },
  async readPicture(picture) {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/jpeg;base64,${picture}`)).blob())
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
    context.drawImage(bitmap, 0, 0)
    const scale = bitmap.width / innerWidth
    // Leave out the edges, where a scrollbar may be.
    const area = { from: Math.round(12 * scale), to: Math.round((size.width - 24) * scale) }
    return getBlankLines(context.getImageData(0, 0, bitmap.width, bitmap.height), area)
  },
}
document.title = list.name
// Mount at once when the page is opened by hand; the side-by-side page mounts itself.
if (params.has('mount')) void window.listPage.mount()

function findRows(): Element[] {
  return [...walkDeep(container)].filter((element) => element.matches(mounted.row))
}

function checkScroller(): void {
  const { scroller } = mounted
  if (!scroller?.isConnected)
    throw new Error(
      'The scroller is not in the document when mount() has returned. React draws later without flushSync.',
    )
  const { height } = scroller.getBoundingClientRect()
  if (Math.abs(height - size.height) > 1)
    throw new Error(`The scroller is ${height} px high and should be ${size.height}, as size.height says.`)
}

function checkRow(): void {
  const [row] = findRows()
  if (row && !Number.isInteger(mounted.indexOf(row)))
    throw new Error(`indexOf(row) gave ${mounted.indexOf(row)} for ${(row.cloneNode() as Element).outerHTML}`)
}

/** Whether less than a tenth of the view is blank. */
function isFilled(): boolean {
  const { top, bottom } = mounted.scroller.getBoundingClientRect()
  return getBlankShare(findPlaces(top, bottom), top, bottom) < 0.1
}

async function rest(): Promise<void> {
  let still = 0
  let top = Number.NaN
  for (let frame = 0; frame < MAX_FRAMES && still < STILL; frame += 1) {
    await nextFrame()
    const { scrollTop } = mounted.scroller
    still = scrollTop === top && isFilled() ? still + 1 : 0
    top = scrollTop
  }
}

function measureLanding(wanted: number): number | undefined {
  const edge = mounted.scroller.getBoundingClientRect()
  const rows = findRows()
  const first = rows.find((row) => row.getBoundingClientRect().bottom > edge.top + 1)
  const seen = rows.find((row) => mounted.indexOf(row) === wanted) ?? first
  if (!seen) return undefined
  const { top, height } = seen.getBoundingClientRect()
  return getPixelsOff({ wanted, seen: mounted.indexOf(seen), top: top - edge.top, height })
}

function nextFrame(): Promise<number> {
  return new Promise((resolve) => requestAnimationFrame(resolve))
}

/** Resolves in the task after a frame, when the frame is painted. */
async function afterPaint(): Promise<void> {
  await nextFrame()
  await new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve()
    port2.postMessage(undefined)
  })
}
