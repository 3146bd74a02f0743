/** Builds a page of these tests against the built package as one script, with React in development mode. */
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** @param entry file in this folder */
export async function buildPage(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    mode: 'development',
    define: { 'process.env.NODE_ENV': '"development"' },
    resolve: {
      alias: [
        { find: /^billfold$/, replacement: at('../../dist/index.js') },
        { find: /^billfold\/(evm|react|portfolio)$/, replacement: at('../../dist/$1.js') },
      ],
    },
    build: {
      write: false,
      minify: false,
      target: 'es2022',
      lib: { entry: at(entry), formats: ['es'] },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const outputs = Array.isArray(result) ? result : [result]
  const [chunk] = outputs.flatMap((one) => ('output' in one ? one.output : []))
  return chunk?.type === 'chunk' ? chunk.code : ''
}
