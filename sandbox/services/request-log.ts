/** The requests to the API and the chain, with and without an answer: the log of the demo's panel. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Follow } from './event-stream.ts'

export interface LoggedRequest {
  /** Grows by one with each request. */
  id: number
  part: 'api' | 'rpc' | 'project'
  /** The sender, as named with `by=` in the address: a wallet of the sandbox, or the page. */
  by: 'billfold' | 'wallet' | 'page'
  /** HTTP's; of a call to the chain its own, several of a batch with commas. */
  method: string
  /** With its query, but without what names the caller. */
  path: string
  /** Milliseconds since 1970. */
  time: number
  /** Absent while nothing has come back; 0: broken off. */
  status?: number
  /** Milliseconds until the last byte. */
  ms?: number
  /** On the wire, heads included. */
  bytes?: number
}

export interface RequestLog {
  /** To be called with each request before anything else happens to it. */
  watch(part: LoggedRequest['part']): (request: IncomingMessage, response: ServerResponse) => void
  /** A call to the chain says what it is only in its body. */
  name(response: ServerResponse, method: string): void
  /** An entry is told again when it is answered. */
  follow: Follow<LoggedRequest>
}

const KEPT = 60
const callers = ['billfold', 'wallet', 'page'] as const
/** Parameters that name the project and its SDK, the same in every request. */
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
      // A preflight is the browser's own question.
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
