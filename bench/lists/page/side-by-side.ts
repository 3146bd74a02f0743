/** Two lists with the same history, for trying by hand. Each is in a frame with the benchmark's page. */
import { lists } from 'virtual:lists'

const counts = [1_000, 10_000, 100_000]
const speeds = { 'slow, 40 px a frame': 40, 'fast, 400 px a frame': 400, 'thumb, 4,000 px a frame': 4_000 }
/** Index of a row on the first page, which both lists have from the start. */
const ROW = 300
/** Number of frames that a press scrolls. */
const FRAMES = 180

const form = document.querySelector('form')!
const {
  rows,
  speed,
  scroll,
  jump,
  top: toTop,
} = form.elements as unknown as Record<string, HTMLButtonElement>
fill(
  rows,
  counts.map((count) => [count.toLocaleString('en'), String(count)]),
)
fill(
  speed,
  Object.entries(speeds).map(([name, px]) => [name, String(px)]),
)

const keys = Object.keys(lists)
const sides = [keys[0]!, keys[2] ?? keys.at(-1)!].map(createSide)
rows!.addEventListener('change', () => sides.forEach(({ load }) => load()))
scroll!.addEventListener('click', () => sides.forEach(({ scroll }) => void scroll()))
jump!.addEventListener('click', () => sides.forEach(({ jump }) => void jump()))
toTop!.addEventListener('click', () => sides.forEach(({ getPage }) => void getPage()?.toTop()))

function createSide(key: string) {
  const section = document.querySelector('main')!.appendChild(document.createElement('section'))
  const select = section.appendChild(document.createElement('select'))
  const frame = section.appendChild(document.createElement('iframe'))
  const output = section.appendChild(document.createElement('output'))
  select.ariaLabel = 'List'
  fill(
    select,
    keys.map((name) => [name, name]),
  )
  select.value = key
  const getPage = () => frame.contentWindow?.listPage
  const load = () => {
    output.value = ''
    frame.title = select.value
    frame.src = `list.html?list=${select.value}&rows=${rows!.value}&mount`
  }
  select.addEventListener('change', load)
  load()
  return {
    load,
    getPage,
    async scroll() {
      const page = getPage()
      if (!page) return
      page.begin('by-hand')
      await page.scroll(Number(speed!.value), FRAMES)
      const { lost, blank, frames } = page.end('by-hand')
      output.value = `${lost} frames lost beside ${frames}, ${blank.toFixed(1)} % blank`
    },
    async jump() {
      const off = await getPage()?.jump(ROW)
      output.value = off === undefined ? 'No row is in view.' : `${off.toLocaleString('en')} px off`
    },
  }
}

function fill(select: HTMLElement | undefined, options: readonly (readonly string[])[]): void {
  for (const [text, value] of options) (select as HTMLSelectElement).add(new Option(text, value))
}
