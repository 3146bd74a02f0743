/**
 * Draws plots with Vega-Lite, which is installed with the lists' packages. The plots are readable on dark and light
 * pages.
 */
import { fileURLToPath } from 'node:url'
import { installPackages } from './prepare-site.ts'
import { type Line, lines, type Report } from './report.ts'

/** The plots by name, with their titles and the table lines that they show. */
const plots = {
  loading: { title: 'Loading', metrics: ['open_ms', 'load_ms', 'load_busy', 'load_longest', 'load_workers'] },
  scrolling: {
    title: 'Scrolling: the page’s thread',
    metrics: ['script_400_busy', 'wheel_400_busy', 'touch_200_busy', 'busy_wheel_busy', 'arriving_busy'],
  },
  blank: {
    title: 'Scrolling: what is blank',
    metrics: [
      'script_400_blank',
      'wheel_400_blank',
      'wheel_400_screen_blank',
      'touch_200_screen_blank',
      'busy_wheel_blank',
    ],
  },
  frames: {
    title: 'Scrolling: frames lost',
    metrics: ['script_40_lost', 'script_400_lost', 'wheel_400_lost', 'touch_200_lost', 'busy_wheel_lost'],
  },
  size: { title: 'Size', metrics: ['elements', 'heap', 'workers_heap', 'jump_off'] },
} as const

/** Placeholder colours that the style sheet replaces with the page's colours. */
const INK = '#010203'
const RULE = '#010204'
const style = `<style>
[fill="${INK}"] { fill: #1f2328 } [stroke="${INK}"] { stroke: #1f2328 } [stroke="${RULE}"] { stroke: #d1d9e0 }
@media (prefers-color-scheme: dark) {
  [fill="${INK}"] { fill: #e6edf3 } [stroke="${INK}"] { stroke: #e6edf3 } [stroke="${RULE}"] { stroke: #3d444d }
}
</style>`
/** Colours that are distinct on white and on black, also for colour-blind readers. */
const colors = ['#0f8f82', '#8b949e', '#c9730a', '#3d83d6', '#b04fa8', '#a09018', '#d0485e']

/** @returns SVG texts by plot name */
export async function plotFigures(report: Report): Promise<Record<string, string>> {
  installPackages()
  const { compile } = await load<{ compile(spec: object): { spec: object } }>('vega-lite/build/index.js')
  const { View, parse } = await load<Vega>('vega/build/vega.module.js')
  const drawn: Record<string, string> = {}
  for (const [name, { title, metrics }] of Object.entries(plots)) {
    const { spec } = compile(describePlot(report, title, metrics))
    const svg = await new View(parse(spec), { renderer: 'none' }).toSVG()
    drawn[name] = svg.replace(/^<svg[^>]*>/, (head) => `${head}${style}`)
  }
  return drawn
}

interface Vega {
  View: new (runtime: object, options: object) => { toSVG(): Promise<string> }
  parse(spec: object): object
}

function load<T>(path: string): Promise<T> {
  return import(
    fileURLToPath(new URL(`../../.cache/lists/node_modules/${path}`, import.meta.url))
  ) as Promise<T>
}

/** One row of panels per metric, one column per length and throttle. Bars show medians, rules the ranges. */
function describePlot({ cells }: Report, title: string, metrics: readonly string[]): object {
  const columns = [...new Set(cells.map(toColumn))]
  const names = [...new Set(cells.map(({ name }) => name))]
  const shown = metrics.map((metric) => lines.find((line) => line.metric === metric)!)
  const values = shown.flatMap((line) =>
    cells.map((cell) => {
      const figure = cell.unfinished ? undefined : cell.figures[line.metric]
      return {
        name: cell.name,
        column: toColumn(cell),
        figure: nameLine(line),
        ...(figure ?? { missing: cell.unfinished ? 'did not finish' : 'not measured' }),
      }
    }),
  )
  const y = { field: 'name', type: 'nominal', sort: names, title: null, scale: { domain: names } }
  // A panel in which all values are 0 has no scale.
  const labelExpr = "datum.label == 'NaN' ? '0' : datum.label"
  const x = { type: 'quantitative', title: null, axis: { tickCount: 3, format: '~s', labelExpr } }
  return {
    title,
    background: null,
    data: { values },
    facet: {
      row: {
        field: 'figure',
        sort: shown.map(nameLine),
        title: null,
        header: { labelOrient: 'top', labelAnchor: 'start', labelFontWeight: 'bold' },
      },
      column: { field: 'column', sort: columns, title: null },
    },
    resolve: { scale: { x: 'independent' } },
    spec: {
      width: 170,
      height: { step: 15 },
      layer: [
        {
          mark: { type: 'bar', height: 9 },
          encoding: {
            y,
            x: { ...x, field: 'median' },
            color: { field: 'name', sort: names, scale: { domain: names, range: colors }, legend: null },
          },
        },
        {
          mark: { type: 'rule', color: INK },
          encoding: { y, x: { ...x, field: 'min' }, x2: { field: 'max' } },
        },
        {
          transform: [{ filter: 'isValid(datum.missing)' }],
          mark: { type: 'text', align: 'left', color: INK, fontSize: 9, fontStyle: 'italic' },
          encoding: { y, x: { value: 3 }, text: { field: 'missing' } },
        },
      ],
    },
    config: {
      font: 'system-ui, sans-serif',
      title: { color: INK, fontSize: 15, anchor: 'start' },
      header: { labelColor: INK, labelFontSize: 11 },
      axis: { labelColor: INK, gridColor: RULE, domainColor: RULE, tickColor: RULE },
      view: { stroke: RULE },
    },
  }
}

function toColumn({ rows, throttle }: { rows: number; throttle: number }): string {
  return `${rows.toLocaleString('en')} rows, ${throttle}×`
}

function nameLine({ title, unit }: Line): string {
  return unit ? `${title}, ${unit}` : title
}
