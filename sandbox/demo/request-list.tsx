/** Billfold's requests, newest first, as the sandbox's servers log them. */
import { type ReactElement, useEffect, useState } from 'react'
import type { LoggedRequest } from '../services/request-log.ts'
import type { SandboxClient } from './sandbox-client.ts'

const SHOWN = 30
/**
 * Milliseconds between updates. Updating the list for each request would cost the page as much as Billfold's worker
 * saves.
 */
const PAUSE = 400
const LATE = 1_000

export interface RequestListProps {
  sandbox: SandboxClient
  /** Whether the servers refuse connections, so that no server logs the requests. */
  isCutOff: boolean
}

export function RequestList({ sandbox, isCutOff }: RequestListProps): ReactElement {
  const lines = toLines(useRequests(sandbox))
  return (
    <section className="part log" aria-label="Requests">
      <header>
        <h3>Billfold’s requests</h3>
        <span className="note">{isCutOff ? 'refused, so none arrive' : 'as seen by the servers'}</span>
      </header>
      {/* A scroll container has to be focusable for keyboard users. */}
      <ol tabIndex={0} aria-label="Requests, newest first">
        {lines.length === 0 && (
          <li className="quiet">No requests yet. Billfold sends none until you connect or open it.</li>
        )}
        {lines.map(({ id, time, by, what, title, result, look }) => (
          <li key={id} title={title}>
            <time>{time}</time>
            <span>
              {by && <em>{by} </em>}
              {what}
            </span>
            <b className={look}>{result}</b>
          </li>
        ))}
      </ol>
    </section>
  )
}

function useRequests(sandbox: SandboxClient): readonly LoggedRequest[] {
  const [requests, setRequests] = useState<readonly LoggedRequest[]>([])
  useEffect(() => {
    const known = new Map<number, LoggedRequest>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const tell = () => {
      timer = undefined
      for (const id of known.keys()) if (known.size > SHOWN * 2) known.delete(id)
      setRequests([...known.values()])
    }
    const stop = sandbox.watch('request', (request) => {
      // Ignore requests from before this page was loaded.
      if (request.time < performance.timeOrigin) return
      known.set(request.id, request)
      timer ??= setTimeout(tell, PAUSE)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [sandbox])
  return requests
}

interface Line {
  id: number
  time: string
  by: string
  what: string
  /** The full path. */
  title: string
  result: string
  look: 'down' | 'late' | ''
}

/** Joins consecutive requests for pictures into one line. */
function toLines(requests: readonly LoggedRequest[]): Line[] {
  const lines: Line[] = []
  let pictures: LoggedRequest[] = []
  const end = () => {
    if (pictures.length > 0) lines.push(toPictureLine(pictures))
    pictures = []
  }
  for (const request of requests) {
    if (request.path.startsWith('/assets/')) {
      pictures.push(request)
      continue
    }
    end()
    lines.push(toLine(request))
  }
  end()
  return lines.toReversed().slice(0, SHOWN)
}

function toLine({ id, part, by, method, path, time, status, ms, bytes }: LoggedRequest): Line {
  const what = part === 'rpc' ? method : `${method} ${shorten(path)}`
  const isBad = status !== undefined && (status === 0 || status >= 400)
  const said = status === 0 ? 'no response' : `${status} · ${ms} ms · ${writeSize(bytes ?? 0)}`
  return {
    id,
    time: writeTime(time),
    by: { billfold: part === 'rpc' ? 'RPC' : '', wallet: 'Wallet', page: 'Plain list' }[by],
    what,
    title: part === 'rpc' ? method : `${method} ${path}`,
    result: status === undefined ? 'waiting' : said,
    look: isBad ? 'down' : status === undefined || (ms ?? 0) > LATE ? 'late' : '',
  }
}

function toPictureLine(pictures: readonly LoggedRequest[]): Line {
  const { id, time } = pictures[0]!
  const bytes = pictures.reduce((sum, picture) => sum + (picture.bytes ?? 0), 0)
  return {
    id,
    time: writeTime(time),
    by: '',
    what: pictures.length === 1 ? 'GET a picture' : `GET ${pictures.length} pictures`,
    title: pictures.map(({ path }) => path).join('\n'),
    result: writeSize(bytes),
    look: '',
  }
}

/** Keeps only the part of the query that differs between requests: `…/history?…ated-3`. */
function shorten(path: string): string {
  const { pathname, searchParams } = new URL(path, location.href)
  const cursor = searchParams.get('cursor')
  const short = pathname
    .replace(/^\/v1/, '')
    .replace(/^\/account\/0x[0-9a-f]{40}/i, '…')
    .replace(/(0x[0-9a-f]{4})[0-9a-f]{36}/i, '$1…')
  return cursor ? `${short}?…${cursor.slice(-6)}` : short
}

function writeTime(time: number): string {
  return new Date(time).toTimeString().slice(0, 8)
}

function writeSize(bytes: number): string {
  return bytes < 1_000 ? `${bytes} B` : `${(bytes / 1_000).toFixed(bytes < 10_000 ? 1 : 0)} kB`
}
