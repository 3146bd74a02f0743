/** Builds the demo page like any dapp: on the package in `dist`, not on its sources. */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: at('.'),
  // Relative URLs: the same files are served under several paths, see page-server.ts.
  base: './',
  plugins: [react()],
  resolve: {
    alias: [
      { find: /^billfold$/, replacement: at('../../dist/index.js') },
      { find: /^billfold\/(evm|react)$/, replacement: at('../../dist/$1.js') },
      // MetaMask's packages import Node's modules.
      { find: /^stream$/, replacement: 'readable-stream' },
      { find: /^(buffer|events)$/, replacement: at('../../node_modules/$1/') },
    ],
  },
  worker: { format: 'es' },
  build: {
    outDir: at('../../.cache/demo'),
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: { input: [at('index.html'), at('gallery.html')] },
    modulePreload: false,
    sourcemap: true,
    chunkSizeWarningLimit: 2_000,
  },
})
