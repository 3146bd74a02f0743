import { defineConfig } from 'vitest/config'
import { chunkAliases } from './vite.config.ts'

/** What is looked at again and again until it is so: on a slow machine later, which is no defect. Milliseconds. */
const patient = { poll: { timeout: 20_000 } }

export default defineConfig({
  resolve: { alias: chunkAliases },
  test: {
    // Every core: on two of them the default would leave one idle.
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/{browser,consumers}/**'],
          environment: 'node',
          setupFiles: ['test/seed.ts'],
          env: { TZ: 'UTC' },
          // Far more than any of them needs: a slow machine is no defect.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          expect: patient,
          include: ['test/browser/*.test.ts'],
          environment: 'node',
          globalSetup: 'test/browser/require-build.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Each file starts a chain, an API and a browser, and waits for them most of the time.
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          // Blocks, clocks and limits of time against each other: nothing else runs beside them.
          name: 'browser-alone',
          expect: patient,
          include: ['test/browser/alone/*.test.ts'],
          environment: 'node',
          globalSetup: 'test/browser/require-build.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'engines',
          expect: patient,
          include: ['test/browser/engines/*.test.ts'],
          environment: 'node',
          globalSetup: 'test/browser/require-build.ts',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Some are slow here, and what a page waits for has limits of time: nothing else runs beside them.
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'consumers',
          expect: patient,
          include: ['test/consumers/**/*.test.ts'],
          environment: 'node',
          testTimeout: 300_000,
          // Builds and dev servers of other people's tools, on a small machine.
          maxConcurrency: 2,
          // One packed package for all, and one sandbox at a time.
          fileParallelism: false,
        },
      },
    ],
  },
})
