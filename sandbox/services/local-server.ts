/**
 * An HTTP server on 127.0.0.1 that can fail like a real server: refuse connections, or accept them and never answer.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LocalServer {
  readonly url: string
  readonly mode: 'running' | StopMode
  /** `refuse`: closes the port. `hang`: accepts connections and never answers. */
  stop(mode: StopMode): Promise<void>
  /** Listens on the same port again. */
  start(): Promise<void>
  close(): Promise<void>
}

export type StopMode = 'refuse' | 'hang'

export type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>

/**
 * @param port 0 for any free port
 * @param onRequest called with each request, also while the server hangs
 * @throws when the port is taken, saying what to do
 */
export async function startLocalServer(
  handler: Handler,
  port = 0,
  onRequest?: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<LocalServer> {
  let hanging = false
  const server = createServer((request, response) => {
    onRequest?.(request, response)
    if (hanging) return
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    handler(request, response, url).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else sendJson(response, 500, { status: 'FAILED', reasons: [{ field: '', description: String(error) }] })
    })
  })

  async function listen(at: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) => {
        reject(error.code === 'EADDRINUSE' ? new Error(describeTaken(at), { cause: error }) : error)
      })
      server.listen(at, '127.0.0.1', () => {
        server.removeAllListeners('error')
        resolve()
      })
    })
    return (server.address() as AddressInfo).port
  }
  async function close(): Promise<void> {
    if (!server.listening) return
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    await closed
  }

  const own = await listen(port)
  return {
    url: `http://127.0.0.1:${own}`,
    get mode() {
      if (!server.listening) return 'refuse'
      return hanging ? 'hang' : 'running'
    },
    async stop(mode) {
      hanging = mode === 'hang'
      if (mode === 'refuse') await close()
      else if (!server.listening) await listen(own)
    },
    async start() {
      // Close the hanging connections, as a rebooted machine does.
      if (hanging) server.closeAllConnections()
      hanging = false
      if (!server.listening) await listen(own)
    },
    close,
  }
}

/** @throws for the first port that is taken, saying what to do */
export async function requireFreePorts(ports: readonly number[]): Promise<void> {
  for (const port of ports) await (await startLocalServer(async () => {}, port)).close()
}

function describeTaken(port: number): string {
  return `Port ${port} is taken. Stop what uses it, or let the demo choose: PORT=0 npm run demo`
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

/** Allows any origin. @returns whether the request was a preflight and is answered */
export function allowAnyOrigin(request: IncomingMessage, response: ServerResponse): boolean {
  response.setHeader('access-control-allow-origin', '*')
  response.setHeader('access-control-expose-headers', 'x-sandbox-generated, retry-after, date')
  if (request.method !== 'OPTIONS') return false
  response
    .writeHead(204, {
      'access-control-allow-methods': 'GET, POST, DELETE',
      'access-control-allow-headers': request.headers['access-control-request-headers'] ?? '*',
      'access-control-max-age': '600',
    })
    .end()
  return true
}
