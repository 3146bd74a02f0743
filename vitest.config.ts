import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { chunkAliases } from './vite.config.ts'

const slow = 'test/**/*.slow.test.{ts,tsx}'
const inBrowser = ['test/{browser,consumers}/**']
/**
 * A document, and WalletConnect's library, keep listeners and timers, and who counts timers would count those of others:
 * each of these files has a process to itself.
 */
const alone = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => join('test', file))
  .filter((file) => {
    const text = readFileSync(file, 'utf8')
    return /walletconnect/.test(file) || /^\/\/ @vitest-environment happy-dom|getTimerCount/.test(text)
  })

const unit = {
  environment: 'node',
  setupFiles: ['test/seed.ts'],
  env: { TZ: 'UTC' },
  // Far more than any test needs: no test fails because the machine is slow.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
}

/** One more than the two cores: a browser test waits for much of its time. */
const BROWSERS = 3

const browser = {
  environment: 'node',
  globalSetup: 'test/browser/require-build.ts',
  // A worker process runs many files, which share its sandbox and its browser (`test/browser/shared.ts`).
  isolate: false,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 20_000 } },
}

/** The longest files begin first, so that no worker waits for the other at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      /\/(accessibility|bad-input|firefox|gallery|host-dialogs|hostile-node|million|tabs|tracking|transfer-bytes|walletconnect|webkit)\./.test(
        moduleId,
      )
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  resolve: { alias: chunkAliases },
  test: {
    // Every core: on two of them the default would leave one idle.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    tags: [{ name: 'quick', description: 'A main journey: it runs in `npm test`, too.' }],
    projects: [
      {
        extends: true,
        test: {
          ...unit,
          name: 'unit',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...inBrowser, ...alone, slow],
          isolate: false,
          setupFiles: ['test/fresh.ts', ...unit.setupFiles],
        },
      },
      {
        extends: true,
        test: { ...unit, name: 'unit-alone', include: alone, exclude: [...inBrowser, slow] },
      },
      {
        extends: true,
        test: { ...unit, name: 'unit-slow', include: [slow], exclude: inBrowser },
      },
      {
        extends: true,
        test: { ...browser, name: 'browser', include: ['test/browser/*.test.ts'], maxWorkers: BROWSERS },
      },
      {
        extends: true,
        test: {
          ...browser,
          // These tests drop and replace payments and stop blocks, so their file has a sandbox to itself.
          name: 'browser-own-sandbox',
          include: ['test/browser/own-sandbox/*.test.ts'],
          isolate: true,
          maxWorkers: BROWSERS,
        },
      },
      {
        extends: true,
        test: {
          ...browser,
          name: 'engines',
          // A file, with a sandbox, for each engine, so that two of them run beside each other.
          include: ['test/browser/engines/*.test.ts'],
          isolate: true,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          ...browser,
          // Frames against time limits: nothing else runs beside these tests.
          name: 'browser-alone',
          include: ['test/browser/alone/*.test.ts'],
          isolate: true,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          ...browser,
          name: 'consumers',
          include: ['test/consumers/*.test.ts'],
          testTimeout: 300_000,
          // Builds and dev servers of other people's tools, on a small machine.
          maxConcurrency: 2,
        },
      },
    ],
  },
})
