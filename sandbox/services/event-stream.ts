/** Sends the demo's panel all its feeds as server-sent events over one connection: browsers allow six per host. */
import { type Handler, sendJson } from './local-server.ts'

/**
 * Calls the listener with all stored values, then with each new or changed value. Returns a function that stops this.
 */
export type Follow<T> = (listener: (value: T) => void) => () => void

/** Sends each source's values as events named by the source's key. Stops when the connection closes. */
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

/** A list of values, oldest first, that readers can follow. */
export interface Feed<T> {
  add(value: T): void
  list(): readonly T[]
  follow: Follow<T>
}

export function createFeed<T>(): Feed<T> {
  const values: T[] = []
  const readers = new Set<(value: T) => void>()
  return {
    add(value) {
      values.push(value)
      for (const read of readers) read(value)
    },
    list: () => values,
    follow(listener) {
      for (const value of values) listener(value)
      readers.add(listener)
      return () => void readers.delete(listener)
    },
  }
}
