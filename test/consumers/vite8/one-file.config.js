import { defineConfig } from 'vite'

/** Everything in one script, the worker's files too. */
export default defineConfig({
  build: { assetsInlineLimit: 10_000_000, rolldownOptions: { output: { codeSplitting: false } } },
})
