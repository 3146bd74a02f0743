/**
 * The one test command: every check of the project, one after the other, and the sum of them in the last line.
 * A check that is not a test runner counts as one test.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Check {
  name: string
  command: string
  /** It is vitest, whose tests are counted one by one. */
  suite?: boolean
}

const checks: Check[] = [
  { name: 'package builds', command: 'npm run --silent build' },
  { name: 'types hold', command: 'npm run --silent types' },
  { name: 'lint', command: 'npm run --silent lint' },
  { name: 'format', command: 'oxfmt --check .' },
  { name: 'no dead code', command: 'npm run --silent dead-code' },
  { name: 'package is well-formed', command: 'npm run --silent package' },
  { name: 'size budgets', command: 'npm run --silent size' },
  { name: 'unit tests', command: 'vitest run --project unit', suite: true },
  { name: 'demo builds', command: 'npm run --silent build:demo' },
  { name: 'consumer apps', command: 'vitest run --project consumers', suite: true },
  { name: 'browser tests', command: 'vitest run --project browser', suite: true },
  { name: 'browser tests, one after the other', command: 'vitest run --project browser-alone', suite: true },
  { name: 'three engines', command: 'vitest run --project engines', suite: true },
]

const reports = mkdtempSync(join(tmpdir(), 'billfold-'))
let passed = 0
let failed = 0
/** Names of checks, and below each what failed in it: who sees but the end of a long log sees why. */
const broken: string[] = []
/** Full titles of tests that could not be run here, and say why. */
const leftOut: string[] = []

for (const { name, command, suite } of checks) {
  const started = Date.now()
  const report = join(reports, 'report.json')
  rmSync(report, { force: true })
  const full = suite ? `${command} --reporter=default --reporter=json --outputFile.json=${report}` : command
  const { status } = spawnSync(full, { shell: true, stdio: ['ignore', 'inherit', 'inherit'] })
  const counts = suite
    ? readCounts(report)
    : { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1, skipped: [], failures: [] }
  // A runner that died, or failed outside of any test, must not look green.
  if (status !== 0 && counts.failed === 0) counts.failed = 1
  passed += counts.passed
  failed += counts.failed
  leftOut.push(...counts.skipped)
  if (counts.failed > 0) broken.push(name, ...counts.failures)
  console.log(
    `${counts.failed > 0 ? 'FAILED' : 'ok'}  ${name}  (${((Date.now() - started) / 1000).toFixed(1)} s)`,
  )
}

rmSync(reports, { recursive: true, force: true })
for (const title of leftOut) console.log(`Left out: ${title}`)
if (broken.length > 0) console.log(`Failed:\n${broken.join('\n')}`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

interface Counts {
  passed: number
  failed: number
  skipped: string[]
  /** Full titles, each with the first lines of its message. */
  failures: string[]
}

/** Of the report that vitest writes. */
interface Report {
  numPassedTests: number
  numFailedTests: number
  testResults: { assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[]
}

function readCounts(report: string): Counts {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
    const skipped = tests.filter(({ status }) => status === 'skipped').map(({ fullName }) => fullName)
    const failures = tests
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `  ${fullName}: ${failureMessages.join('\n').slice(0, 600)}`)
    return { passed: numPassedTests, failed: numFailedTests, skipped, failures }
  } catch {
    return { passed: 0, failed: 1, skipped: [], failures: [] }
  }
}
