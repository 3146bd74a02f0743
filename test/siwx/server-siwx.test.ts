// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest'
import { BillfoldError, type ErrorCode } from '../../src/core/base/errors.ts'
import type { SignInQuestion } from '../../src/core/contract/protocol.ts'
import { serverSiwx } from '../../src/siwx/server-siwx.ts'
import type { ReadySIWX } from '../../src/siwx/ready-siwx.ts'
import type { SIWXSession } from '../../src/siwx/siwx.ts'
import { network } from '../ui/fake-shell.ts'

const MARA = '0x71C4A09E5b2Df8361C7e90D4Af52E8137BD6c02A'
const CHAIN = 'eip155:31337'

let asked: SignInQuestion[]
let answer: (question: SignInQuestion) => unknown
beforeEach(() => {
  localStorage.clear()
  asked = []
  answer = ({ path }) => (path === 'nonce' ? { nonce: 'abcdefgh12345678' } : { sessions: [] })
})

function create() {
  const siwx: ReadySIWX = serverSiwx({ baseUrl: '/sign-in' })
  siwx.attach!({
    networks: [network],
    async call(command, input) {
      if (command === 'checksumAddress') return MARA as never
      asked.push(input as SignInQuestion)
      return answer(input as SignInQuestion) as never
    },
  })
  return siwx
}

const fail = (code: ErrorCode, context = {}) => {
  throw new BillfoldError(code, 'no', { context })
}

async function sign(siwx = create()): Promise<SIWXSession> {
  const message = await siwx.createMessage({ accountAddress: MARA, chainId: CHAIN })
  const { toString: _, ...data } = message
  return { data, message: String(message), signature: '0x12' }
}

describe('serverSiwx()', () => {
  it('reads the nonce from the server, and sends the signed message to the server', async () => {
    const siwx = create()
    const session = await sign(siwx)
    expect(session.data.nonce).toBe('abcdefgh12345678')
    await siwx.addSession(session)
    const { message, signature } = session
    expect(asked).toEqual([
      { path: 'nonce', query: { chainId: CHAIN, address: MARA } },
      { path: 'verify', body: { message, signature, chainId: CHAIN, address: MARA } },
    ])
    expect(siwx.serverUrl).toBe('/sign-in')
  })

  it('[F22] reports the server’s reason for rejecting a signature', async () => {
    const siwx = create()
    const session = await sign(siwx)
    answer = () => fail('siwx_invalid', { status: 422, description: 'nonce' })
    await expect(siwx.addSession(session)).rejects.toMatchObject({
      code: 'siwx_invalid',
      context: { fault: 'nonce' },
    })
  })

  it('returns only the server’s sessions of the given account and network', async () => {
    const siwx = create()
    const session = await sign(siwx)
    const { message, signature } = session
    answer = () => ({ sessions: [{ message, signature }, { message: 'Hello', signature }, 7] })
    await expect(siwx.getSessions(CHAIN, MARA)).resolves.toEqual([session])
    await expect(siwx.getSessions('eip155:10', MARA)).resolves.toEqual([])
    await expect(siwx.getSessions(CHAIN, MARA.replace('71', '72'))).resolves.toEqual([])
  })

  it('[T17] [F23] returns no session if the server answers 401, but rejects with siwx_unknown on any other failure', async () => {
    const siwx = create()
    answer = () => fail('siwx_invalid', { status: 401 })
    await expect(siwx.getSessions(CHAIN, MARA)).resolves.toEqual([])
    answer = () => fail('siwx_unknown', { reason: 'http_network' })
    await expect(siwx.getSessions(CHAIN, MARA)).rejects.toMatchObject({ code: 'siwx_unknown' })
    // A firewall, a rate limit, a field that the server does not know: nobody is signed out for that.
    for (const status of [400, 403, 409, 422]) {
      answer = () => fail('siwx_invalid', { status })
      await expect(siwx.getSessions(CHAIN, MARA)).rejects.toMatchObject({ code: 'siwx_unknown' })
    }
    answer = () => 'nonsense'
    await expect(siwx.getSessions(CHAIN, MARA)).rejects.toMatchObject({ code: 'siwx_unknown' })
  })

  it('[G45] sends EVM addresses with their checksum', async () => {
    const siwx = create()
    await siwx.getSessions(CHAIN, MARA.toLowerCase())
    const message = await siwx.createMessage({ accountAddress: MARA.toLowerCase(), chainId: CHAIN })
    expect(String(message)).toContain(`\n${MARA}\n`)
    expect(asked).toEqual([
      { path: 'session', query: { chainId: CHAIN, address: MARA } },
      { path: 'nonce', query: { chainId: CHAIN, address: MARA } },
    ])
  })

  it('signs out one account or all accounts on the server', async () => {
    const siwx = create()
    await siwx.revokeSession(CHAIN, MARA)
    await siwx.setSessions([])
    expect(asked).toEqual([
      { path: 'sign-out', body: { chainId: CHAIN, address: MARA } },
      { path: 'sign-out', body: {} },
    ])
  })

  it('repeats a failed sign-out before it reads sessions again', async () => {
    answer = () => fail('siwx_unknown')
    await expect(create().setSessions([])).rejects.toMatchObject({ code: 'siwx_unknown' })
    const later = create()
    await expect(later.getSessions(CHAIN, MARA)).rejects.toMatchObject({ code: 'siwx_unknown' })
    asked = []
    answer = () => ({ sessions: [] })
    await later.getSessions(CHAIN, MARA)
    expect(asked.map(({ path }) => path)).toEqual(['sign-out', 'session'])
    await later.getSessions(CHAIN, MARA)
    expect(asked.map(({ path }) => path)).toEqual(['sign-out', 'session', 'session'])
  })

  it('[G12] stores a failed sign-out only once, and drops it when a sign-out of all accounts is stored', async () => {
    answer = () => fail('siwx_unknown')
    const siwx = create()
    const read = () => JSON.parse(localStorage.getItem('billfold/siwx/sign-out')!) as unknown
    for (let round = 0; round < 3; round += 1) await siwx.revokeSession(CHAIN, MARA).catch(() => {})
    expect(read()).toEqual([{ chainId: CHAIN, address: MARA }])
    await siwx.setSessions([]).catch(() => {})
    expect(read()).toEqual([{}])
  })

  it('sends each of several stored sign-outs once, one after another, before it reads sessions', async () => {
    const siwx = create()
    const ended = [CHAIN, 'eip155:10', 'eip155:1'] as const
    // Nobody waits for it; the address is still to be spelled.
    for (const chain of ended) void siwx.revokeSession(chain, MARA.toLowerCase())
    await siwx.getSessions(CHAIN, MARA)
    expect(asked).toEqual([
      ...ended.map((chainId) => ({ path: 'sign-out', body: { chainId, address: MARA } })),
      { path: 'session', query: { chainId: CHAIN, address: MARA } },
    ])
  })

  it('treats a sign-out as done if the server answers 401', async () => {
    answer = ({ path }) => (path === 'sign-out' ? fail('siwx_invalid', { status: 401 }) : { sessions: [] })
    const siwx = create()
    await siwx.setSessions([])
    await expect(siwx.getSessions(CHAIN, MARA)).resolves.toEqual([])
    expect(localStorage.length).toBe(0)
  })

  it.each([undefined, {}, { nonce: 7 }])('rejects the invalid nonce %j', async (given) => {
    answer = () => given
    await expect(sign()).rejects.toMatchObject({ code: 'siwx_unknown' })
  })

  it('rejects a nonce that contains a line break', async () => {
    answer = () => ({ nonce: 'abcdefgh\nIssued At: 2026-11-23T12:00:00Z' })
    await expect(sign()).rejects.toMatchObject({ code: 'siwx_message_bad' })
  })
})

it('serverSiwx() does not repeat a sign-out that a second tab has sent, so that a newer session is kept', async () => {
  localStorage.clear()
  let isOnline = true
  const sessions = new Set<string>()
  const tab = () => {
    const siwx: ReadySIWX = serverSiwx({ baseUrl: '/sign-in' })
    siwx.attach!({
      networks: [network],
      async call(_command, input) {
        const question = input as SignInQuestion
        if (!isOnline) throw new BillfoldError('siwx_unknown', 'offline')
        if (question.path === 'nonce') return { nonce: 'abcdefgh12345678' } as never
        if (question.path === 'verify') {
          sessions.add(JSON.stringify((question as { body: { message: string; signature: string } }).body))
          return {} as never
        }
        if (question.path === 'sign-out') {
          sessions.clear()
          return {} as never
        }
        return { sessions: [...sessions].map((one) => JSON.parse(one)) } as never
      },
    })
    return siwx
  }
  const first = tab()
  isOnline = false
  await first.setSessions([]).catch(() => {})
  isOnline = true
  const second = tab()
  expect(await second.getSessions(CHAIN, MARA)).toEqual([])
  const message = await second.createMessage({ accountAddress: MARA, chainId: CHAIN })
  const { toString: _, ...data } = message
  await second.addSession({ data, message: String(message), signature: '0x12' })
  expect(await second.getSessions(CHAIN, MARA)).toHaveLength(1)
  // The first tab looks who is signed in.
  expect(await first.getSessions(CHAIN, MARA)).toHaveLength(1)
})
