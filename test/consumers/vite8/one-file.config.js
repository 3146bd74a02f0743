import { defineConfig } from 'vite'

/** Bundles everything into one script, including the worker's files. */
export default defineConfig({
  build: { assetsInlineLimit: 10_000_000, rolldownOptions: { output: { codeSplitting: false } } },
})
