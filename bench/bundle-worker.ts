/** Builds the benchmarks' own workers, and runs them in a page. */
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { build } from 'vite'

/** @param entry file in this folder */
export async function bundleWorker(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      lib: { formats: ['es'], entry: fileURLToPath(new URL(entry, import.meta.url)), fileName: 'worker' },
      rolldownOptions: { output: { minify: true, codeSplitting: false } },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  const chunk = output && 'output' in output ? output.output[0] : undefined
  if (chunk?.type !== 'chunk') throw new Error(`${entry} could not be bundled.`)
  return chunk.code
}

/** Starts the worker in the page and resolves to its only answer. The worker runs until the page closes. */
export function askWorker<Answer>(page: Page, code: string, input: object): Promise<Answer> {
  return page.evaluate(
    ([source, message]) =>
      new Promise<unknown>((resolve, reject) => {
        const url = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }))
        const worker = new Worker(url, { type: 'module' })
        worker.addEventListener('message', ({ data }) => resolve(data))
        worker.addEventListener('error', (event) => reject(new Error(event.message)))
        worker.postMessage(message)
        // Keep a reference, or the worker may be garbage-collected.
        Object.assign(globalThis, { worker })
      }),
    [code, input] as const,
  ) as Promise<Answer>
}
