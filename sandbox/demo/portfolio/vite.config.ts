/** Builds the demo's portfolio on the package in `dist`, with a service worker that caches all its files. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { serviceWorker } from '../../service-worker-plugin.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: at('.'),
  base: './',
  plugins: [
    serviceWorker({
      files: ['icon.svg', 'icon-192.png', 'icon-512.png', 'manifest.webmanifest', '../config.json'],
      // Leave the wallets' code out of the cache: the portfolio signs nothing.
      leftOut: /billfold-(bitcoin|walletconnect)/,
    }),
  ],
  resolve: { alias: [{ find: /^billfold\/portfolio$/, replacement: at('../../../dist/portfolio.js') }] },
  build: {
    outDir: at('../../../.cache/demo/portfolio'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    chunkSizeWarningLimit: 2_000,
  },
})
