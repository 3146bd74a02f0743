/** The ways in which the sandbox breaks an API's response. */
import type { ServerResponse } from 'node:http'
import { sendJson } from './local-server.ts'

export const faultKinds = [
  'types',
  'html',
  '500',
  '429',
  '404',
  'nothing',
  'empty',
  'truncated',
  'huge',
  'slow',
  'reset',
  'endless',
] as const

/**
 * `types`: valid JSON in which every value has another type. `html`: a sign-in page with status 200. `500`, `429` (with
 * Retry-After: 1), `404`: the API's own errors. `nothing`: status 204. `empty`: status 200 without a body. `truncated`:
 * JSON that stops in the middle. `huge`: valid JSON of 20 MB. `slow`: one byte every 100 ms. `reset`: the connection
 * breaks. `endless`: the history returns the same page and cursor forever.
 */
export type FaultKind = (typeof faultKinds)[number]

/** @param body the body of the response without a fault */
export function sendFault(kind: FaultKind, response: ServerResponse, body: unknown): void {
  const json = { 'content-type': 'application/json' }
  switch (kind) {
    case 'types':
      return sendJson(response, 200, twist(body))
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      response.end('<!doctype html><title>Sign in</title><h1>Welcome to Harbor Wi-Fi</h1><form>…</form>')
      return
    case '500':
      return sendFailure(response, 500, 'Internal error')
    case '429':
      response.setHeader('retry-after', '1')
      return sendFailure(response, 429, 'Too many requests')
    case '404':
      return sendFailure(response, 404, 'Not found')
    case 'nothing':
      response.writeHead(204).end()
      return
    case 'empty':
      response.writeHead(200, json).end()
      return
    case 'truncated': {
      const text = JSON.stringify(body)
      response.writeHead(200, json).end(text.slice(0, Math.ceil(text.length * 0.6)))
      return
    }
    case 'huge':
      response.writeHead(200, json)
      response.end(`${JSON.stringify(body).slice(0, -1)},"padding":"${'x'.repeat(20_000_000)}"}`)
      return
    case 'slow':
      return drip(response, JSON.stringify(body))
    case 'reset':
      response.destroy()
      return
    case 'endless':
      return sendJson(response, 200, { ...(body as object), next: 'again' })
  }
}

export function sendFailure(response: ServerResponse, status: number, description: string, field = ''): void {
  sendJson(response, status, { status: 'FAILED', reasons: [{ field, description }] })
}

function drip(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  let sent = 0
  const timer = setInterval(() => {
    response.write(text.slice(sent, (sent += 1)))
    if (sent >= text.length) response.end()
  }, 100)
  response.on('close', () => clearInterval(timer))
}

/** Changes the type of every value and keeps the object's keys. */
function twist(value: unknown): unknown {
  if (Array.isArray(value)) return value.length > 0 ? value.map(twist) : 'none'
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, twist(inner)]))
  }
  if (typeof value === 'string') return value.length
  if (typeof value === 'number') return [value]
  return 'true'
}
