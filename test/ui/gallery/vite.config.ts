/** Serves the gallery: every view in every state with made-up data. `npx vite test/ui/gallery`, then `?view=…`. */
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react()],
  root: import.meta.dirname,
  cacheDir: '../../../.cache/gallery',
})
