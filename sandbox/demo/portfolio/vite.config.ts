/** Builds the demo's portfolio on the package in `dist`, with a service worker that keeps all of its files. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: at('.'),
  base: './',
  plugins: [serviceWorker()],
  resolve: { alias: [{ find: /^billfold\/portfolio$/, replacement: at('../../../dist/portfolio.js') }] },
  build: {
    outDir: at('../../../.cache/demo/portfolio'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    chunkSizeWarningLimit: 2_000,
  },
})

/** Nothing here signs, so the code of wallets is not kept. */
const isNeeded = (file: string) => file !== 'index.html' && !/billfold-(bitcoin|walletconnect)/.test(file)

/** The names of files have a hash of what they hold: another build is another worker. */
function serviceWorker(): Plugin {
  return {
    name: 'driftwood-service-worker',
    generateBundle: {
      order: 'post',
      handler(_options, outputs) {
        const own = ['./', 'icon.svg', 'manifest.webmanifest', '../config.json']
        const files = JSON.stringify([...own, ...Object.keys(outputs).filter(isNeeded)])
        const code = readFileSync(at('sw.js'), 'utf8')
        const name = createHash('sha256').update(files).digest('hex').slice(0, 8)
        const source = `const NAME = 'portfolio-${name}'\nconst FILES = ${files}\n${code}`
        this.emitFile({ type: 'asset', fileName: 'sw.js', source })
      },
    },
  }
}
