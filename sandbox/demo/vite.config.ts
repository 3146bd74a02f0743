/** Builds the demo page as any dapp would be built: on the package as it is in `dist`, never on its sources. */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: at('.'),
  // The same files are served below several addresses, see page-server.ts.
  base: './',
  plugins: [react()],
  resolve: {
    alias: [
      { find: /^billfold$/, replacement: at('../../dist/index.js') },
      { find: /^billfold\/(evm|react)$/, replacement: at('../../dist/$1.js') },
      // MetaMask's packages are written for Node's modules.
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
