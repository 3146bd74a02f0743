import { defineConfig } from 'vitest/config'
import { chunkAliases, workerText } from './vite.config.ts'

export default defineConfig({
  resolve: { alias: chunkAliases },
  plugins: [workerText()],
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: ['test/browser/**'],
          environment: 'node',
          // Far more than any of them needs: a slow machine is no defect.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Each file starts a chain, an API and a browser: one at a time on a small machine.
          fileParallelism: false,
          // A browser on a busy machine misses a deadline now and then; a defect fails twice.
          retry: 1,
        },
      },
    ],
  },
})
