/** Serves a consumer's build, as a web host would. */
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { type LocalServer, startLocalServer } from '../../sandbox/services/local-server.ts'

export interface Site {
  /** Content-Security-Policy of every file; absent: none. */
  policy?: string
  /** Serves the page for unknown paths, as hosts of single-page apps do. */
  isSinglePage?: boolean
  changePage?(html: string): string
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

export function serve(folder: string, site: Site = {}): Promise<LocalServer> {
  return startLocalServer(async (_request, response, { pathname }) => {
    const page = join(folder, 'index.html')
    const asked = pathname === '/' ? page : join(folder, pathname)
    const found = await readFile(asked).catch(() => undefined)
    const body = found ?? (site.isSinglePage ? await readFile(page) : undefined)
    if (!body) return void response.writeHead(404).end()
    const type = types[found ? extname(asked) : '.html'] ?? 'application/octet-stream'
    const isPage = type.startsWith('text/html')
    response
      .writeHead(200, {
        'content-type': type,
        'access-control-allow-origin': '*',
        ...(site.policy ? { 'content-security-policy': site.policy } : {}),
      })
      .end(isPage ? (site.changePage?.(body.toString()) ?? body) : body)
  })
}
