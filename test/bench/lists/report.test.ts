import { expect, it } from 'vitest'
import { formatReport, toCells, type VisitRecord } from '../../../bench/lists/report.ts'

const visit = (
  list: string,
  round: number,
  figures: Record<string, number>,
  unfinished?: string,
): VisitRecord => ({
  list,
  name: list,
  rows: 1_000,
  throttle: 1,
  round,
  stolen: 0,
  figures,
  ...(unfinished === undefined ? {} : { unfinished }),
})

it('The list benchmark report gives the median and range of all rounds', () => {
  const [cell] = toCells([9, 1, 5].map((open_ms, round) => visit('billfold', round, { open_ms })))
  expect(cell!.figures).toEqual({ open_ms: { median: 5, min: 1, max: 9 } })
  expect(cell!.rounds).toBe(3)
})

it('The list benchmark report marks lists that beat Billfold, and lists that did not finish', () => {
  const text = format([
    visit('billfold', 0, { open_ms: 80, load_ms: 10 }),
    visit('other', 0, { open_ms: 50, load_ms: 20 }),
    visit('plain', 0, { open_ms: 20 }, 'load: 500 of 1,000 rows in 60 s'),
  ])
  expect(text).toContain('| first rows, ms | 80 | **50** | 20 | other, by 30 |')
  expect(text).toContain('| all rows loaded, ms | **10** | 20 | did not finish |  |')
  expect(text).toContain('did not finish (load: 500 of 1,000 rows in 60 s)')
})

it('The list benchmark report does not mark another list as better if the ranges of that list and Billfold overlap', () => {
  const text = format([
    visit('billfold', 0, { open_ms: 80 }),
    visit('billfold', 1, { open_ms: 60 }),
    visit('other', 0, { open_ms: 50 }),
    visit('other', 1, { open_ms: 65 }),
  ])
  expect(text).toContain('| first rows, ms | 70 (60 to 80) | **58 (50 to 65)** |  |')
})

function format(records: readonly VisitRecord[]): string {
  return formatReport({ date: '', machine: '', versions: {}, skippedVisits: 0, cells: toCells(records) })
}
