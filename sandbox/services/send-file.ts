import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { sendJson } from './local-server.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}

/** Sends a built file. @param change edits the file before it is sent */
export async function sendFile(
  response: ServerResponse,
  folder: string,
  name: string,
  change: (body: Buffer) => Buffer | string = (body) => body,
): Promise<void> {
  const file = normalize(join(folder, name))
  const body = file.startsWith(folder) ? await readFile(file).catch(() => undefined) : undefined
  if (!body) return sendJson(response, 404, { error: `No ${name}. Was the demo built?` })
  response
    .writeHead(200, {
      'content-type': types[extname(file)] ?? 'application/octet-stream',
      'cache-control': 'no-cache',
      'access-control-allow-origin': '*',
    })
    .end(change(body))
}
