/** Bundles the declarations that the compiler wrote: one file for each entry of the package, with public types alone. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const entries = [
  'index',
  'evm',
  'solana',
  'bitcoin',
  'react',
  'element',
  'siwx',
  'wagmi',
  'auth',
  'portfolio',
]

export default defineConfig({
  input: {
    ...Object.fromEntries(entries.map((entry) => [entry, at(`.cache/types/src/${entry}.d.ts`)])),
    texts: at('.cache/types/ui/languages/translation.d.ts'),
  },
  external: [/^react($|\/)/, 'viem'],
  plugins: [
    dts({ dtsInput: true }),
    {
      name: 'billfold-worker-types',
      generateBundle() {
        // A worker is started, not imported.
        this.emitFile({ type: 'asset', fileName: 'billfold-worker.d.ts', source: 'export {}\n' })
      },
    },
  ],
  output: { dir: 'dist' },
})
