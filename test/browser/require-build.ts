/** Before all browser tests: without what they open, each of them would wait for it in vain. */
import { existsSync } from 'node:fs'

export default function requireBuild(): void {
  const missing = ['dist/index.js', '.cache/demo/index.html', '.cache/phone/index.html'].filter(
    (path) => !existsSync(new URL(`../../${path}`, import.meta.url)),
  )
  if (missing.length > 0)
    throw new Error(`${missing.join(', ')} is not there: run npm run build && npm run build:demo first.`)
}
