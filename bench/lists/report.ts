/** Summarizes visits as medians with ranges, and formats a table with the best list of each line in bold. */
import { getMedian } from '../result.ts'
import type { Cell, Visit } from './visit.ts'

export interface VisitRecord extends Cell, Visit {
  round: number
  /** Milliseconds of CPU time that the host took during the visit. */
  stolen: number
}

export interface Figure {
  median: number
  min: number
  max: number
}

export interface CellReport extends Cell {
  name: string
  rounds: number
  /** By metric; empty for steps that did not finish. */
  figures: Readonly<Record<string, Figure>>
  unfinished?: string
}

export interface Report {
  date: string
  machine: string
  versions: Readonly<Record<string, string>>
  /** Number of visits that were left out because of the time limit. */
  skippedVisits: number
  cells: readonly CellReport[]
}

/** A line of the table and of a plot: a metric for which lower is better. */
export interface Line {
  metric: string
  title: string
  unit: 'ms' | 'frames' | '%' | 'px' | 'MB' | ''
}

export const lines: readonly Line[] = [
  { metric: 'open_ms', title: 'first rows', unit: 'ms' },
  { metric: 'load_ms', title: 'all rows loaded', unit: 'ms' },
  { metric: 'load_busy', title: 'page’s thread while loading', unit: 'ms' },
  { metric: 'load_longest', title: 'longest task while loading', unit: 'ms' },
  { metric: 'load_workers', title: 'workers while loading', unit: 'ms' },
  ...[
    'arriving',
    'script_40',
    'script_400',
    'wheel_40',
    'wheel_400',
    'touch_40',
    'touch_200',
    'busy_script',
    'busy_wheel',
  ].flatMap((gesture): Line[] => [
    { metric: `${gesture}_blank`, title: `${nameGesture(gesture)}: blank`, unit: '%' },
    { metric: `${gesture}_lost`, title: `${nameGesture(gesture)}: frames lost`, unit: 'frames' },
    { metric: `${gesture}_busy`, title: `${nameGesture(gesture)}: page’s thread`, unit: 'ms' },
    { metric: `${gesture}_longest`, title: `${nameGesture(gesture)}: longest task`, unit: 'ms' },
    { metric: `${gesture}_workers`, title: `${nameGesture(gesture)}: workers`, unit: 'ms' },
  ]),
  { metric: 'wheel_400_screen_blank', title: 'wheel, 400 px: blank on the screen', unit: '%' },
  { metric: 'touch_200_screen_blank', title: 'touch, 200 px: blank on the screen', unit: '%' },
  { metric: 'jump_off', title: 'jump to the middle, off by', unit: 'px' },
  { metric: 'elements', title: 'elements', unit: '' },
  { metric: 'heap', title: 'heap of the page', unit: 'MB' },
  { metric: 'workers_heap', title: 'heap of the workers', unit: 'MB' },
]

function nameGesture(gesture: string): string {
  const [way, step] = gesture.split('_')
  if (way === 'arriving') return 'script, 400 px, pages arrive'
  if (way === 'busy') return `${step}, 400 px, busy page`
  return `${way}, ${step} px`
}

export function toCells(records: readonly VisitRecord[]): CellReport[] {
  return groupBy(records, ({ list, rows, throttle }) => [list, rows, throttle].join()).map(([, visits]) => {
    const [{ list, rows, throttle, name }] = visits as [VisitRecord]
    const unfinished = visits.find((visit) => visit.unfinished)?.unfinished
    const metrics = new Set(visits.flatMap(({ figures }) => Object.keys(figures)))
    const toFigure = (metric: string): [string, Figure] => {
      const values = visits.flatMap(({ figures }) => figures[metric] ?? [])
      return [
        metric,
        {
          median: round(getMedian(values)),
          min: round(Math.min(...values)),
          max: round(Math.max(...values)),
        },
      ]
    }
    return {
      list,
      name,
      rows,
      throttle,
      rounds: visits.length,
      figures: Object.fromEntries([...metrics].map(toFigure)),
      ...(unfinished === undefined ? {} : { unfinished }),
    }
  })
}

/** One table per length and throttle. */
export function formatReport({ date, machine, versions, skippedVisits, cells }: Report): string {
  const tables = groupBy(
    cells,
    ({ rows, throttle }) => `${rows.toLocaleString('en')} rows, ${throttle}×`,
  ).map(([title, group]) => `## ${title}\n\n${formatTable(group)}`)
  return [
    '# Lists of activity',
    `${date}, ${machine}, Chromium ${versions['chromium']}. Medians, with the range of the rounds; **the best** of each line. Where Billfold is not
the best, the last column says by how much.`,
    ...(skippedVisits > 0 ? [`${skippedVisits} visits were left out for lack of time.`] : []),
    ...tables,
    '',
  ].join('\n\n')
}

function formatTable(cells: readonly CellReport[]): string {
  const hasBillfold = cells.some(({ list }) => list === 'billfold')
  const head = [
    '',
    ...cells.map(({ name, rounds }) => `${name} (${rounds})`),
    ...(hasBillfold ? ['better than Billfold'] : []),
  ]
  const rows = lines.flatMap((line) => {
    const values = cells.map(({ figures }) => figures[line.metric])
    if (values.every((value) => value === undefined)) return []
    const best = Math.min(
      ...cells.flatMap(({ figures, unfinished }) => (unfinished ? [] : (figures[line.metric]?.median ?? []))),
    )
    const texts = cells.map((cell, at) => formatFigure(values[at], best, cell.unfinished !== undefined))
    return [
      [
        `${line.title}${line.unit && `, ${line.unit}`}`,
        ...texts,
        ...(hasBillfold ? [nameBetter(line, cells)] : []),
      ],
    ]
  })
  const ends = [
    'ended',
    ...cells.map(({ unfinished }) => (unfinished ? `did not finish (${unfinished})` : 'yes')),
    ...(hasBillfold ? [''] : []),
  ]
  return [head, head.map(() => '---'), ends, ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

function formatFigure(figure: Figure | undefined, best: number, isUnfinished: boolean): string {
  if (!figure) return isUnfinished ? 'did not finish' : '–'
  const { median, min, max } = figure
  const text = min === max ? format(median) : `${format(median)} (${format(min)} to ${format(max)})`
  return !isUnfinished && median === best ? `**${text}**` : text
}

/** Names the lists whose whole range is below Billfold's range. */
function nameBetter({ metric }: Line, cells: readonly CellReport[]): string {
  const own = cells.find(({ list }) => list === 'billfold')?.figures[metric]
  if (!own) return ''
  return cells
    .flatMap(({ list, name, figures, unfinished }) => {
      const other = figures[metric]
      return list !== 'billfold' && !unfinished && other && other.max < own.min
        ? [`${name}, by ${format(own.median - other.median)}`]
        : []
    })
    .join('; ')
}

function groupBy<T>(values: readonly T[], keyOf: (value: T) => string): [key: string, values: T[]][] {
  const groups = new Map<string, T[]>()
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value])
  return [...groups]
}

function format(value: number): string {
  return value.toLocaleString('en')
}

function round(value: number): number {
  return Number(value.toFixed(value < 10 ? 1 : 0))
}
