/** What the demo's panel follows, as server-sent events over one connection: a browser opens six to a host. */
import { type Handler, sendJson } from './local-server.ts'

/** Calls with what is kept at once, then with each new or changed one. Returns its end. */
export type Follow<T> = (listener: (value: T) => void) => () => void

/** Sends each value as an event of the name that it has here. Ends with the connection. */
export function createEventStream(sources: Readonly<Record<string, Follow<unknown>>>): Handler {
  return async (request, response) => {
    if (request.method !== 'GET') return sendJson(response, 405, { error: 'Use GET.' })
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    response.write(': from the sandbox\n\n')
    const stops = Object.entries(sources).map(([name, follow]) =>
      follow((value) => response.write(`event: ${name}\ndata: ${JSON.stringify(value)}\n\n`)),
    )
    response.once('close', () => stops.forEach((stop) => stop()))
  }
}
