/** A relay that refuses a page and says why. */
import { WebSocketServer } from 'ws'
import { afterEach, expect, it } from 'vitest'
import type { AddressInfo } from 'node:net'
import { readRefusal } from '../../../worker/walletconnect/relay-refusal.ts'
import { openBrowser } from './open-tab.ts'
import { evm } from './link-world.ts'

const closed = (words: string) =>
  new Error(`WebSocket connection closed abnormally with code: 3000 (${words})`)

it.each([
  ['Unauthorized: origin not allowed', 'relay_origin'],
  ['Unauthorized: Origin https://a.example is not allowed for project ab', 'relay_origin'],
  ['Project not found', 'relay_project'],
  ['Unauthorized: invalid project ID', 'relay_project'],
  ['JWT validation error: JWT Token is not yet valid: basic.iat: 1', 'relay_clock'],
  ['JWT validation error: JWT Token is expired', 'relay_clock'],
  ['Too many connections', 'relay_refused'],
])(
  '[D30] a relay’s refusal is read from the reason with which the relay closed the connection: %s',
  (words, reason) => {
    expect(readRefusal(closed(words))).toEqual({ reason, said: words })
  },
)

it.each([
  new Error('socket hang up'),
  new Error('closed abnormally with code: 3000 '),
  closed('  '),
  'closed',
  undefined,
  null,
  { message: 7 },
])('[D30] a relay connection that was lost without a reason is not read as a refusal: %s', (error) => {
  expect(readRefusal(error)).toBeUndefined()
})

it('[D30] the reason of a relay’s refusal is shortened and put on one line', () => {
  const { said } = readRefusal(closed(`Nope\n\u202e${'x'.repeat(5_000)}`))!
  expect(said.length).toBeLessThanOrEqual(201)
  expect(said).not.toMatch(/[\n\u202e]/)
})

let stop = () => {}
afterEach(() => stop())

it.each([
  ['JWT validation error: JWT Token is not yet valid', 'relay_clock', 'clock'],
  ['Project not found', 'relay_project', 'projectId'],
  ['Unauthorized: origin not allowed', 'relay_origin', 'origin'],
])(
  '[D30] a pairing that the relay refuses fails at once, with the relay’s reason in the error: %s',
  async (said, reason, word) => {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
    server.on('connection', (socket) => socket.close(3000, said))
    await new Promise((resolve) => server.once('listening', resolve))
    const browser = openBrowser(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
    stop = () => {
      browser.closeAll()
      server.close()
    }
    const error: unknown = await browser
      .openTab()
      .call('walletConnectPair', { namespaces: evm })
      .catch((reject: unknown) => reject)
    expect(error).toMatchObject({
      code: 'relay_unreachable',
      context: { reason, said },
      message: expect.stringContaining(word) as string,
    })
  },
)
