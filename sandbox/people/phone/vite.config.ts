/** Builds the phone wallet, which has an origin of its own and shares no code with Billfold. */
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  root: at('.'),
  plugins: [react()],
  resolve: { alias: [{ find: /^(buffer|events)$/, replacement: at('../../../node_modules/$1/') }] },
  build: {
    outDir: at('../../../.cache/phone'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    chunkSizeWarningLimit: 2_000,
  },
})
