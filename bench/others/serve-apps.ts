/** Serves the built apps under their names, and records the requested scripts. */
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { startLocalServer } from '../../sandbox/services/local-server.ts'

export interface AppServer {
  url: string
  /** Bytes of the scripts that were served since the last call, each with gzip level 9. */
  takeScriptBytes(): number
  close(): Promise<void>
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** @param folders folders of the built files, by app name */
export async function serveApps(folders: Readonly<Record<string, string>>): Promise<AppServer> {
  const scripts = new Map<string, number>()
  const server = await startLocalServer(async (_, response, { pathname }) => {
    const [, name = '', ...path] = pathname.split('/')
    const file = join(folders[name] ?? '', path.join('/') || 'index.html')
    const body = folders[name] && (await readFile(file).catch(() => undefined))
    if (!body) return void response.writeHead(404).end()
    const type = extname(file)
    if (type === '.js') scripts.set(file, gzipSync(body, { level: 9 }).length)
    response.writeHead(200, { 'content-type': types[type] ?? 'application/octet-stream' }).end(body)
  })
  return {
    url: server.url,
    takeScriptBytes() {
      const bytes = [...scripts.values()].reduce((sum, size) => sum + size, 0)
      scripts.clear()
      return bytes
    },
    close: () => server.close(),
  }
}
