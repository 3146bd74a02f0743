/**
 * `npm test` (static checks, unit tests, the main journeys) and `npm run test:all` (everything), with totals in the
 * last line. A check that isn't a test runner counts as one test. Static checks run in parallel, test runners one after
 * the other.
 *
 * A browser test that fails runs once more, alone. If it passes then, it counts as passed and is listed as flaky.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'

interface Check {
  name: string
  command: string
  /** Set for vitest runs, whose tests are counted individually. Failed browser tests run again. */
  kind?: 'unit' | 'browser'
}

/** Maximum number of failures to run again; more than these aren't flakiness. */
const MAX_AGAIN = 10

const isWhole = process.argv.includes('all')
const quick = isWhole ? '' : ' --tags-filter=quick'

const build: Check = { name: 'package builds', command: 'npm run --silent build' }
/** Checks that can run in parallel, since none of them reads the output of another. */
const staticChecks: Check[] = [
  { name: 'types hold', command: 'npm run --silent types' },
  { name: 'lint', command: 'npm run --silent lint' },
  { name: 'format', command: 'oxfmt --check .' },
  { name: 'no dead code', command: 'npm run --silent dead-code' },
  { name: 'package is well-formed', command: 'npm run --silent package' },
  { name: 'size budgets', command: 'npm run --silent size' },
  { name: 'demo builds', command: 'npm run --silent build:demo' },
]
const testRuns: Check[] = [
  { name: 'unit tests', command: 'vitest run --project unit --project unit-alone', kind: 'unit' },
  {
    name: 'browser tests',
    command: `vitest run --project browser --project browser-own-sandbox${quick}`,
    kind: 'browser',
  },
  { name: 'apps that embed it', command: `vitest run --project consumers${quick}`, kind: 'browser' },
]
if (isWhole) {
  testRuns.push(
    { name: 'slow unit tests', command: 'vitest run --project unit-slow', kind: 'unit' },
    { name: 'three engines', command: 'vitest run --project engines', kind: 'browser' },
    {
      name: 'browser tests, one after the other',
      command: 'vitest run --project browser-alone',
      kind: 'browser',
    },
  )
}
// Let property tests try all cases in the whole run, and few cases in other runs.
const env = { ...process.env, ...(isWhole && !process.env['PBT_RUNS'] ? { PBT_RUNS: 'full' } : {}) }

const reports = mkdtempSync(join(tmpdir(), 'billfold-'))
let passed = 0
let failed = 0
/** Names of failed checks, each followed by its failures, for the end of a long log. */
const broken: string[] = []
const flaky: string[] = []
/** Full titles of tests that can't run on this machine; each title gives the reason. */
const leftOut: string[] = []

await perform(build)
await Promise.all(staticChecks.map(perform))
for (const testRun of testRuns) await perform(testRun)

rmSync(reports, { recursive: true, force: true })
for (const title of leftOut) console.log(`Left out: ${title}`)
if (flaky.length > 0) console.log(`Flaky: ${flaky.length}\n${flaky.join('\n')}`)
if (broken.length > 0) console.log(`Failed:\n${broken.join('\n')}`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

interface Failure {
  /** Absent when the runner itself failed. */
  file?: string
  /** Full title; absent when the whole file failed. */
  title?: string
  message: string
}

interface Outcome {
  passed: number
  skipped: string[]
  failures: Failure[]
}

/** The used parts of vitest's report. */
interface Report {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
  }[]
}

async function perform({ name, command, kind }: Check): Promise<void> {
  const started = Date.now()
  const result = kind ? await runTests(command) : await runCheck(command)
  let { failures } = result
  passed += result.passed
  leftOut.push(...result.skipped)
  if (kind === 'browser' && failures.length <= MAX_AGAIN) {
    const stillFailing: Failure[] = []
    for (const failure of failures) {
      const alone = await runAlone(command, failure)
      if (alone.failures.length > 0) {
        stillFailing.push(failure)
        continue
      }
      passed += alone.passed
      flaky.push(describe(failure))
    }
    failures = stillFailing
  }
  failed += failures.length
  if (failures.length > 0) broken.push(name, ...failures.map(describe))
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  console.log(`${failures.length > 0 ? 'FAILED' : 'ok'}  ${name}  (${seconds} s)`)
}

/** Prints a check's output in one piece, above its result. */
async function runCheck(command: string): Promise<Outcome> {
  const { isGreen, output } = await run(command, 'pipe')
  process.stdout.write(output)
  return { passed: isGreen ? 1 : 0, skipped: [], failures: isGreen ? [] : [{ message: command }] }
}

async function runTests(command: string): Promise<Outcome> {
  const file = join(reports, 'report.json')
  rmSync(file, { force: true })
  const { isGreen } = await run(
    `${command} --reporter=default --reporter=json --outputFile.json=${file}`,
    'inherit',
  )
  const outcome = readReport(file)
  // A runner that crashed, or failed outside any test, must not pass.
  if (!isGreen && outcome.failures.length === 0) outcome.failures.push({ message: command })
  return outcome
}

function run(command: string, print: 'inherit' | 'pipe'): Promise<{ isGreen: boolean; output: string }> {
  const child = spawn(command, { shell: true, env, stdio: ['ignore', print, print] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise((resolve) => child.once('close', (code) => resolve({ isGreen: code === 0, output })))
}

function readReport(path: string): Outcome {
  let report: Report
  try {
    report = JSON.parse(readFileSync(path, 'utf8')) as Report
  } catch {
    return { passed: 0, skipped: [], failures: [{ message: 'vitest wrote no report' }] }
  }
  const outcome: Outcome = { passed: report.numPassedTests, skipped: [], failures: [] }
  for (const { name, status, message, assertionResults } of report.testResults) {
    const file = relative('', name)
    const failures = assertionResults.filter((test) => test.status === 'failed')
    for (const { fullName, failureMessages } of failures)
      outcome.failures.push({ file, title: fullName, message: failureMessages.join('\n') })
    if (status === 'failed' && failures.length === 0) outcome.failures.push({ file, message })
    // Count skipped tests only in the whole run: other runs skip tests by their tags.
    if (isWhole)
      for (const test of assertionResults) if (test.status === 'skipped') outcome.skipped.push(test.fullName)
  }
  return outcome
}

async function runAlone(command: string, failure: Failure): Promise<Outcome> {
  const { file, title } = failure
  if (!file) return { passed: 0, skipped: [], failures: [failure] }
  console.log(`Once more, alone: ${title ?? file}`)
  const escaped = title?.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll("'", '.')
  return runTests(`${command} ${file}${escaped ? ` -t '^${escaped}$'` : ''}`)
}

function describe({ file, title, message }: Failure): string {
  return `  ${[file, title].filter(Boolean).join(' > ')}: ${message.slice(0, 600)}`
}
