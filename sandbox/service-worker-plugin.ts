/** Gives a site that Vite builds a service worker that caches all of its files, so that it opens without a server. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

interface ServiceWorkerOptions {
  /** URLs to cache that the build does not write, relative to the site. */
  files?: readonly string[]
  /** Built files that are not cached. */
  leftOut?: RegExp
}

/**
 * Adds a service worker to the build. Its code lists the built files, whose names contain hashes, so a changed build
 * has a changed service worker.
 */
export function serviceWorker({ files = [], leftOut }: ServiceWorkerOptions = {}): Plugin {
  return {
    name: 'sandbox-service-worker',
    generateBundle: {
      order: 'post',
      handler(_options, outputs) {
        const built = Object.keys(outputs).filter((file) => file !== 'index.html' && !leftOut?.test(file))
        const all = JSON.stringify(['./', ...files, ...built])
        const name = createHash('sha256').update(all).digest('hex').slice(0, 8)
        const code = readFileSync(new URL('service-worker.js', import.meta.url), 'utf8')
        const source = `const NAME = 'site-${name}'\nconst FILES = ${all}\n${code}`
        this.emitFile({ type: 'asset', fileName: 'sw.js', source })
      },
    },
  }
}
