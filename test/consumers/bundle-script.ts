/** Bundles a script for a consumer's page, such as a wallet extension's. */
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** @param file file in this folder @returns code for `page.addInitScript` */
export async function bundleScript(file: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: fileURLToPath(new URL(file, import.meta.url)),
        formats: ['iife'],
        name: 'extension',
      },
    },
  })
  const outputs = (Array.isArray(result) ? result : [result]).flatMap((one) =>
    'output' in one ? one.output : [],
  )
  const [chunk] = outputs
  if (chunk?.type !== 'chunk') throw new Error(`${file} was not bundled.`)
  return chunk.code
}
