/** Log of the requests to the API, the project services and the nodes, shown in the demo's panel. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Follow } from './event-stream.ts'

export interface LoggedRequest {
  /** Increases by one with each request. */
  id: number
  part: 'api' | 'rpc' | 'project'
  /** The sender, from the parameter `by` of the URL: a wallet of the sandbox, or the page. Default: `billfold`. */
  by: 'billfold' | 'wallet' | 'page'
  /** HTTP method; for requests to a node the RPC method, several of a batch separated by commas. */
  method: string
  /** Path and query, without the parameters in `HIDDEN`. */
  path: string
  /** Milliseconds since 1970. */
  time: number
  /** HTTP status. Absent while the request is open; 0: the connection broke. */
  status?: number
  /** Milliseconds until the last byte of the response; absent while the request is open. */
  ms?: number
  /** Bytes sent, headers included; absent while the request is open. */
  bytes?: number
}

export interface RequestLog {
  /** Returns a listener that must run before the request is handled. */
  watch(part: LoggedRequest['part']): (request: IncomingMessage, response: ServerResponse) => void
  /** Sets the RPC method of a request, which only its body names. */
  name(response: ServerResponse, method: string): void
  /** Sends each entry again when its response is complete. */
  follow: Follow<LoggedRequest>
}

const KEPT = 60
const callers = ['billfold', 'wallet', 'page'] as const
/** Query parameters that are the same in every request: project, SDK and sender. */
const HIDDEN = ['projectId', 'st', 'sv', 'by'] as const

export function createRequestLog(): RequestLog {
  const entries = new Map<number, LoggedRequest>()
  const ids = new WeakMap<ServerResponse, number>()
  const readers = new Set<(entry: LoggedRequest) => void>()
  let last = 0

  function put(entry: LoggedRequest): void {
    entries.set(entry.id, entry)
    for (const id of entries.keys()) if (entries.size > KEPT) entries.delete(id)
    for (const read of readers) read(entry)
  }
  function change(id: number, more: Partial<LoggedRequest>): void {
    const entry = entries.get(id)
    if (entry) put({ ...entry, ...more })
  }

  return {
    watch: (part) => (request, response) => {
      // Skip preflights: the browser sends them by itself.
      if (request.method === 'OPTIONS') return
      const id = (last += 1)
      const url = new URL(request.url ?? '/', 'http://127.0.0.1')
      const by = callers.find((caller) => caller === url.searchParams.get('by')) ?? 'billfold'
      for (const name of HIDDEN) url.searchParams.delete(name)
      const { socket } = request
      const before = socket.bytesWritten
      const time = Date.now()
      ids.set(response, id)
      put({ id, part, by, method: request.method ?? '', path: url.pathname + url.search, time })
      response.once('close', () => {
        const status = response.writableFinished ? response.statusCode : 0
        change(id, { status, ms: Date.now() - time, bytes: socket.bytesWritten - before })
      })
    },
    name: (response, method) => change(ids.get(response) ?? 0, { method }),
    follow(listener) {
      for (const entry of entries.values()) listener(entry)
      readers.add(listener)
      return () => void readers.delete(listener)
    },
  }
}
