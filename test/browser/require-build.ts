/** Runs before all browser tests, and fails if the builds that they open are missing. */
import { existsSync } from 'node:fs'

export default function requireBuild(): void {
  const missing = ['dist/index.js', '.cache/demo/index.html', '.cache/phone/index.html'].filter(
    (path) => !existsSync(new URL(`../../${path}`, import.meta.url)),
  )
  if (missing.length > 0)
    throw new Error(`${missing.join(', ')} is missing. Run: npm run build && npm run build:demo`)
}
