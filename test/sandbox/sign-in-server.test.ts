/** The server is what tells Billfold's own verifying from a claim: it must be right by itself. */
import { Wallet } from 'ethers'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type LocalServer, startLocalServer } from '../../sandbox/local-server.ts'
import { createSignInServer } from '../../sandbox/sign-in-server.ts'
import { formatSiwxMessage, type SIWXMessageData } from '../../src/core/siwx-message.ts'

const wallet = Wallet.createRandom()
const ORIGIN = 'https://driftwood.example'
let server: LocalServer
let now = 0
let cookie = ''
beforeAll(async () => (server = await startLocalServer(createSignInServer(() => now))))
afterAll(() => server.close())
beforeEach(() => {
  now = Date.now()
  cookie = ''
})

async function ask(path: string, body?: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const headers = { origin: ORIGIN, cookie, 'content-type': 'application/json' }
  const response = await fetch(`${server.url}${path}`, {
    headers,
    ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
  })
  cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

async function sign(change: Partial<SIWXMessageData> = {}, signer = wallet, posted: object = {}) {
  const { nonce } = (await ask('/nonce')).body as { nonce: string }
  const data: SIWXMessageData = {
    accountAddress: wallet.address,
    chainId: 'eip155:1',
    domain: 'driftwood.example',
    uri: ORIGIN,
    version: '1',
    nonce,
    issuedAt: new Date(now).toISOString(),
    ...change,
  }
  const message = formatSiwxMessage(data, 'Ethereum')
  const signature = await signer.signMessage(message)
  return { message, signature, chainId: 'eip155:1', address: wallet.address, ...posted }
}

const session = `/session?chainId=eip155:1&address=${wallet.address}`

it('keeps who is signed in by a cookie, for this account on this network, until they sign out', async () => {
  const signIn = await sign()
  expect((await ask('/verify', signIn)).status).toBe(200)
  const { message, signature } = signIn
  expect((await ask(session)).body).toEqual({ sessions: [{ message, signature }] })
  expect((await ask(session.replace('eip155:1', 'eip155:10'))).body).toEqual({ sessions: [] })
  await ask('/sign-out', { chainId: 'eip155:10', address: wallet.address })
  expect((await ask(session)).body).toEqual({ sessions: [{ message, signature }] })
  await ask('/sign-out', { chainId: 'eip155:1', address: wallet.address })
  expect((await ask(session)).body).toEqual({ sessions: [] })
})

it('[F22] takes a nonce once', async () => {
  const signIn = await sign()
  expect((await ask('/verify', signIn)).status).toBe(200)
  expect((await ask('/verify', signIn)).body).toEqual({ reasons: [{ description: 'nonce' }] })
})

const HOUR = 3_600_000
it.each([
  ['domain', { domain: 'elsewhere.example' }],
  ['domain', { uri: 'https://elsewhere.example' }],
  ['chain', { chainId: 'eip155:10' }],
  ['address', { accountAddress: Wallet.createRandom().address }],
  ['nonce', { nonce: '1234567812345678' }],
  ['early', { issuedAt: new Date(Date.now() + HOUR).toISOString() }],
  ['early', { notBefore: new Date(Date.now() + HOUR).toISOString() }],
  ['expired', { expirationTime: new Date(Date.now() - HOUR).toISOString() }],
])('[F22] refuses another %s: %j', async (fault, change) => {
  const { status, body } = await ask('/verify', await sign(change))
  expect([status, body]).toEqual([422, { reasons: [{ description: fault }] }])
  expect((await ask(session)).body).toEqual({ sessions: [] })
})

it('[F22] refuses what another account has signed', async () => {
  const { body } = await ask('/verify', await sign({}, Wallet.createRandom()))
  expect(body).toEqual({ reasons: [{ description: 'signature' }] })
})
