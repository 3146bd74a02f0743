/**
 * `npm run bench:lists`: measures one activity list after the other with the same history. Writes
 * `bench/results/lists.json`, `lists.md` and the plots `lists-*.svg`. See README.md in this folder.
 *
 *   npm run bench:lists -- --quick                      1,000 rows, each list once, within three minutes
 *   npm run bench:lists -- --list ./my-list.tsx         also measures your own list
 *   npm run bench:lists -- --only my-list,tanstack      only these lists
 *   npm run bench:lists -- --rows 1000,10000            only these lengths
 *   npm run bench:lists -- --minutes 20 --resume        continues an interrupted run
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { prepareHistory } from '../../sandbox/services/lists-server.ts'
import { launchChromium } from '../../sandbox/people/launch-chromium.ts'
import { readStolen } from '../stolen.ts'
import { startListsServer } from './lists-server.ts'
import { plotFigures } from './plot-figures.ts'
import { prepareSite } from './prepare-site.ts'
import { type Report, type VisitRecord, formatReport, toCells } from './report.ts'
import { type Cell, visitList } from './visit.ts'

const { values: options } = parseArgs({
  options: {
    list: { type: 'string', multiple: true, default: [] },
    only: { type: 'string' },
    rows: { type: 'string' },
    throttles: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    minutes: { type: 'string', default: '40' },
    quick: { type: 'boolean', default: false },
    resume: { type: 'boolean', default: false },
    /** Plots need the lists' packages. */
    'no-plots': { type: 'boolean', default: false },
    /** Folder of the results. */
    out: { type: 'string', default: fileURLToPath(new URL('../results', import.meta.url)) },
  },
})
const split = (text = '') => text.split(',').filter(Boolean)
const numbers = (text: string | undefined, otherwise: readonly number[]) =>
  text === undefined ? otherwise : split(text).map(toNumber)

function toNumber(text: string): number {
  if (!(Number(text) > 0))
    throw new Error(`"${text}" is not a number: --rows and --throttles take 1000,10000.`)
  return Number(text)
}

/** A million rows come last, and only once. */
const MILLION = 1_000_000
const rows = numbers(options.rows, options.quick ? [1_000] : [1_000, 10_000, 100_000, MILLION])
const throttles = numbers(options.throttles, options.quick ? [1] : [1, 4])
const rounds = options.quick ? 1 : Number(options.rounds)
const minutes = options.quick ? 3 : Number(options.minutes)
const { keys, folder } = await prepareSite(options.list, split(options.only))
const journal = `${folder}.json`
for (const count of rows) await prepareHistory(count)
const records: VisitRecord[] = options.resume && existsSync(journal) ? readJournal() : []
const server = await startListsServer(folder)
const started = Date.now()
const isOver = () => Date.now() - started > minutes * 60_000
let browser = await launchChromium()
let skipped = 0
try {
  for (const [round, cell] of planVisits()) {
    if (isDone(round, cell) || hasFailed(cell)) continue
    if (isOver()) {
      skipped += 1
      continue
    }
    if (!browser.isConnected()) browser = await launchChromium()
    const stolen = readStolen()
    const visit = await visitList(browser, server, cell)
    records.push({ ...cell, round, ...visit, stolen: readStolen() - stolen })
    writeFileSync(journal, JSON.stringify(records))
    const took = ((Date.now() - started) / 60_000).toFixed(1)
    console.log(`${took} min  ${describe(cell)}  ${visit.unfinished ?? 'done'}`)
  }
} finally {
  await browser.close()
  await server.close()
}

const report: Report = {
  date: new Date().toISOString().slice(0, 10),
  machine: `${cpus()[0]?.model.trim() ?? 'unknown'}, ${cpus().length} cores`,
  versions: { chromium: browser.version(), node: process.version, ...readVersions() },
  skippedVisits: skipped,
  cells: toCells(records),
}
mkdirSync(options.out, { recursive: true })
const write = (name: string, text: string) => writeFileSync(`${options.out}/${name}`, text)
write('lists.json', `${JSON.stringify(report, null, 2)}\n`)
write('lists.md', formatReport(report))
if (!options['no-plots'])
  for (const [name, svg] of Object.entries(await plotFigures(report))) write(`lists-${name}.svg`, svg)
console.log(`\n${formatReport(report)}`)
if (skipped > 0)
  console.log(`${skipped} visits were left out after ${minutes} minutes. Continue with --resume.`)

/**
 * The visits, round by round, with a million rows last. Each round visits all lists, so that every list has figures
 * early, and a slow minute affects all lists.
 */
function planVisits(): readonly (readonly [round: number, cell: Cell])[] {
  const planned = Array.from({ length: rounds }, (_, round) => round).flatMap((round) =>
    rows
      .filter((count) => count < MILLION)
      .flatMap((count) => throttles.flatMap((throttle) => planTurn(round, count, throttle))),
  )
  const last = rows.filter((count) => count >= MILLION).flatMap((count) => planTurn(0, count, throttles[0]!))
  return [...planned, ...last]
}

function planTurn(round: number, rows: number, throttle: number) {
  const turn = round % 2 === 0 ? keys : keys.toReversed()
  return turn.map((list) => [round, { list, rows, throttle }] as const)
}

function isDone(round: number, cell: Cell): boolean {
  return records.some((record) => record.round === round && isSame(record, cell))
}

/** Whether the list did not finish with the same rows and throttle, or with easier ones. If so, the cell is skipped. */
function hasFailed(cell: Cell): boolean {
  return records.some(
    (record) =>
      record.unfinished &&
      record.list === cell.list &&
      record.rows <= cell.rows &&
      record.throttle <= cell.throttle,
  )
}

function isSame(one: Cell, other: Cell): boolean {
  return one.list === other.list && one.rows === other.rows && one.throttle === other.throttle
}

function describe({ list, rows, throttle }: Cell): string {
  return `${list}, ${rows.toLocaleString('en')} rows, ${throttle}×`
}

function readJournal(): VisitRecord[] {
  return JSON.parse(readFileSync(journal, 'utf8')) as VisitRecord[]
}

function readVersions(): Record<string, string> {
  const file = new URL('packages/package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { dependencies: Record<string, string> }).dependencies
}
