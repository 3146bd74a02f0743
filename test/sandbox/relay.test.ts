/** The sandbox's relay, asked by plain sockets with tokens of another library's making. */
import nacl from 'tweetnacl'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { type Relay, startRelay } from '../../sandbox/walletconnect/relay.ts'
import { encodeBase58 } from '../../src/core/base58.ts'

let relay: Relay
beforeEach(async () => {
  relay = await startRelay()
})
afterEach(() => relay.close())

test('a client whose token is signed by its key is let in', async () => {
  await expect(connect()).resolves.toBeDefined()
})

test.each([
  ['is signed by another key', { signer: nacl.sign.keyPair() }],
  ['is for another relay', { audience: 'ws://127.0.0.1:1' }],
  ['is over', { expires: -1 }],
])('a token that %s opens nothing', async (_, wrong) => {
  await expect(connect(wrong)).rejects.toThrow('401')
})

test('what is published reaches the other client, and not its sender', async () => {
  const [one, other] = [await connect(), await connect()]
  await one.call('irn_subscribe', { topic: 'a' })
  await other.call('irn_subscribe', { topic: 'a' })
  await one.call('irn_publish', { topic: 'a', message: 'sealed', ttl: 60, tag: 7 })
  expect(await other.next()).toMatchObject({ topic: 'a', message: 'sealed', tag: 7 })
  expect(one.waiting()).toBe(0)
})

test('who is away has its messages when it comes, once', async () => {
  const one = await connect()
  await one.call('irn_publish', { topic: 'a', message: 'early', ttl: 60 })
  const other = await connect()
  await other.call('irn_batchSubscribe', { topics: ['a'] })
  expect(await other.next()).toMatchObject({ message: 'early' })
  await expect(other.call('irn_batchFetchMessages', { topics: ['a'] })).resolves.toMatchObject({
    messages: [],
  })
})

test('a message whose time is over is kept for nobody', async () => {
  const one = await connect()
  await one.call('irn_publish', { topic: 'a', message: 'late', ttl: 0 })
  await expect(one.call('irn_fetchMessages', { topic: 'a' })).resolves.toMatchObject({ messages: [] })
})

test('it comes back at its port with what it kept', async () => {
  const one = await connect()
  await one.call('irn_publish', { topic: 'a', message: 'kept', ttl: 60 })
  const { url } = relay
  await relay.stop('refuse')
  await expect(connect()).rejects.toThrow('ECONNREFUSED')
  await relay.start()
  expect(relay.url).toBe(url)
  const other = await connect()
  await other.call('irn_subscribe', { topic: 'a' })
  expect(await other.next()).toMatchObject({ message: 'kept' })
})

interface Wrong {
  signer?: nacl.SignKeyPair
  audience?: string
  /** Seconds from now. */
  expires?: number
}

async function connect({ signer, audience = relay.url, expires = 60 }: Wrong = {}) {
  const keys = nacl.sign.keyPair()
  const iss = `did:key:z${encodeBase58(Uint8Array.from([0xed, 0x01, ...keys.publicKey]))}`
  const now = Math.floor(Date.now() / 1_000)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part({ iss, sub: 'a', aud: audience, iat: now, exp: now + expires })}`
  const signature = nacl.sign.detached(Buffer.from(signed), (signer ?? keys).secretKey)
  const auth = `${signed}.${Buffer.from(signature).toString('base64url')}`
  const socket = new WebSocket(`${relay.url}/?auth=${auth}&projectId=project`)
  const heard: Record<string, unknown>[] = []
  const answers = new Map<number, (value: unknown) => void>()
  let wake = () => {}
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as {
      id: number
      method?: string
      params: { data: Record<string, unknown> }
      result: unknown
    }
    if (message.method === undefined) return answers.get(message.id)?.(message.result)
    heard.push(message.params.data)
    socket.send(JSON.stringify({ id: message.id, jsonrpc: '2.0', result: true }))
    wake()
  })
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  let id = 0
  return {
    call: (method: string, params: object) =>
      new Promise<unknown>((resolve) => {
        answers.set((id += 1), resolve)
        socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }))
      }),
    async next() {
      while (heard.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      return heard.shift()
    },
    waiting: () => heard.length,
  }
}
