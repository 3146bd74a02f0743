import { describe, expect, test } from 'vitest'
import { createNameMessage, type NameOffer } from '../../../../src/core/names/account-name.ts'
import { prepareName, registerName } from '../../../../worker/names/profile/register.ts'
import { json } from '../../fake-api.ts'
import { START, through } from '../../fake-clock.ts'
import {
  ACCOUNT,
  ADDRESS,
  type Answering,
  CHECKSUMMED,
  createContext,
  NAME,
  recordOf,
} from './create-context.ts'

const OTHER = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
const wish = { account: ACCOUNT, name: NAME }
const mine = recordOf(NAME, CHECKSUMMED, 0x80000001)
const dated = (body: unknown, date: number, init: ResponseInit = {}) =>
  json(body, {
    ...init,
    headers: { 'content-type': 'application/json', date: new Date(date).toUTCString() },
  })
const refusal = (description: string, status = 400) =>
  json({ status: 'FAILED', reasons: [{ field: 'name', description }] }, { status })

/** What the API answers to a registration and to a lookup. */
function create(onPost: Answering, onGet: Answering = () => json([])) {
  const made = createContext((sent) => (sent.method === 'POST' ? onPost(sent) : onGet(sent)))
  const { context, clock, sent } = made
  const posts = () => sent.filter(({ method }) => method === 'POST')
  const send = (message = createNameMessage(NAME, clock.now())) =>
    through(clock, registerName({ ...wish, message, signature: '0x51' }, context))
  return { ...made, posts, send, prepare: (name = NAME) => prepareName({ ...wish, name }, context) }
}

const readStamp = (offer: NameOffer) =>
  offer.status === 'ready' && (JSON.parse(offer.message) as { timestamp: number }).timestamp * 1000

describe('[A145] the preparation of a name registration', () => {
  test('creates the message with the current time, and gives the wallet 10 s to sign the message', async () => {
    const { prepare } = create(() => json({}))
    await expect(prepare()).resolves.toEqual({
      status: 'ready',
      message: createNameMessage(NAME, START),
      endsAt: START + 10_000,
    })
  })

  test.each([-3_600_000, -65_000, 65_000, 86_400_000])(
    'takes the message’s time from the server’s Date header when the device’s clock is wrong by %d ms',
    async (shift) => {
      const { prepare } = create(
        () => json({}),
        () => dated([], START + shift),
      )
      const stamp = readStamp(await prepare())
      expect(Math.abs(Number(stamp) - (START + shift))).toBeLessThan(1_000)
    },
  )

  test('refuses a name that belongs to a different account', async () => {
    const { prepare } = create(
      () => json({}),
      () => json(recordOf(NAME, OTHER)),
    )
    await expect(prepare()).resolves.toEqual({ status: 'refused', reason: 'taken' })
  })

  test('asks for no signature when the account already has the name', async () => {
    const { prepare } = create(
      () => json({}),
      () => json(mine),
    )
    await expect(prepare()).resolves.toEqual({ status: 'own' })
  })

  test('[A168] fails when the lookup of the name fails', async () => {
    const { context, clock } = create(
      () => json({}),
      () => json({}, { status: 500 }),
    )
    await expect(through(clock, prepareName(wish, context))).rejects.toThrow('Error resolving name')
  })

  test.each(['mara.eth', 'abc.reown.id', 'xn--a.reown.id', 'MARA.reown.id', '../../x'])(
    '[T20] refuses the name "%s" without a request',
    async (name) => {
      const { prepare, sent } = create(() => json({}))
      await expect(prepare(name)).rejects.toMatchObject({ code: 'name_invalid' })
      expect(sent).toEqual([])
    },
  )

  test('[A102] fails with "Invalid chainId" on a network whose chain id is too large', async () => {
    const { context, sent } = create(() => json({}))
    const account = `eip155:2147483648:${ADDRESS}` as const
    await expect(prepareName({ account, name: NAME }, context)).rejects.toThrow('Invalid chainId')
    expect(sent).toEqual([])
  })
})

describe('[A145] the registration of a name', () => {
  test('[A74] posts coin type, address, message and signature once, and succeeds when the answer confirms the account', async () => {
    const { send, posts } = create(() => json(mine))
    const message = createNameMessage(NAME, START)
    await expect(send(message)).resolves.toEqual({ status: 'registered' })
    expect(posts().map(({ url, body }) => [url.pathname, body])).toEqual([
      ['/v1/profile/account', { coin_type: 2_147_483_649, address: CHECKSUMMED, message, signature: '0x51' }],
    ])
  })

  test('is not sent when its message is stale (11 s old)', async () => {
    const { send, posts, clock } = create(() => json(mine))
    const message = createNameMessage(NAME, START)
    await clock.advance(11_100)
    await expect(send(message)).rejects.toMatchObject({ code: 'name_stale' })
    expect(posts()).toEqual([])
  })

  test('is sent when its message is recent by the server’s clock, even if the device’s clock is wrong', async () => {
    const { prepare, send, posts } = create(
      () => json(mine),
      () => dated([], START + 3_600_000),
    )
    const offer = await prepare()
    if (offer.status !== 'ready') throw new Error('It is not ready.')
    await expect(send(offer.message)).resolves.toEqual({ status: 'registered' })
    expect(posts()).toHaveLength(1)
  })

  test.each(['Timestamp is too old or in the future', 'stale timestamp'])(
    'fails as stale when the server answers "%s", and the next message takes the server’s time',
    async (reason) => {
      const shift = 40_000
      const answer = () => dated({ reasons: [{ description: reason }] }, START + shift, { status: 400 })
      const { send, prepare } = create(answer)
      await expect(send()).rejects.toMatchObject({ code: 'name_stale' })
      expect(Math.abs(Number(readStamp(await prepare())) - (START + shift))).toBeLessThan(2_000)
    },
  )

  test('is not sent if its message was made for a different name, or was altered', async () => {
    const { send, posts } = create(() => json(mine))
    const changed = [
      createNameMessage('nadia.reown.id', START),
      createNameMessage(NAME, START).replace('{}', '{"bio":"x"}'),
      'mara',
      '',
    ]
    for (const message of changed) await expect(send(message)).rejects.toMatchObject({ code: 'name_invalid' })
    expect(posts()).toEqual([])
  })

  test('[A158] [T3] is refused on an unsupported network without a request, with the reason', async () => {
    const { context, sent } = create(() => json(mine))
    const input = { account: `eip155:999:${ADDRESS}` as const, name: NAME, message: '', signature: '0x' }
    await expect(registerName(input, context)).resolves.toEqual({
      status: 'refused',
      reason: 'network_unsupported',
    })
    expect(sent).toEqual([])
  })

  test.each([
    [{ success: false }],
    [{}],
    [[]],
    [null],
    [recordOf(NAME, OTHER)],
    [recordOf('tern.reown.id', ADDRESS)],
  ])(
    '[T3] succeeds after the unclear answer %j only if a lookup then shows that the account has the name',
    async (body) => {
      const free = create(() => json(body))
      await expect(free.send()).rejects.toMatchObject({ code: 'outcome_unknown' })
      const registered = create(
        () => json(body),
        () => json(mine),
      )
      await expect(registered.send()).resolves.toEqual({ status: 'registered' })
    },
  )
})

describe('a refused registration of a name', () => {
  test('[A172] fails with the first reason that the API gives', async () => {
    const { send } = create(() => refusal('Name is already registered'))
    await expect(send()).rejects.toMatchObject({
      code: 'name_register_failed',
      message: 'Name is already registered',
    })
  })

  test.each(['', '   ', '\u202E\u200B'])(
    '[A171] fails with the name in the error message when the reason is %j',
    async (reason) => {
      const { send } = create(() => refusal(reason, 500))
      await expect(send()).rejects.toThrow('Error registering name mara.reown.id')
    },
  )

  test('[A171] fails with the name in the error message when the answer has no body', async () => {
    const { send, posts } = create(() => new Response('', { status: 500 }))
    await expect(send()).rejects.toThrow('Error registering name mara.reown.id')
    expect(posts()).toHaveLength(1)
  })

  test('fails with a reason that is cleaned and shortened', async () => {
    const { send } = create(() => refusal(`no\u202E names\u200B ${'x'.repeat(1_000)}`))
    const error = (await send().catch((thrown: unknown) => thrown)) as Error
    expect(error.message).toMatch(/^no names x+…$/)
    expect(error.message.length).toBeLessThanOrEqual(200)
  })

  test('succeeds when a lookup shows that the account already has the name', async () => {
    const { send } = create(
      () => refusal('Name is already registered'),
      () => json(mine),
    )
    await expect(send()).resolves.toEqual({ status: 'registered' })
  })
})

describe('[F7] a name registration whose answer is lost', () => {
  const lost = () => Promise.reject(new TypeError('connection reset'))

  test('is not sent a second time, and succeeds when a lookup shows that the account has the name', async () => {
    const { send, posts } = create(lost, () => json(mine))
    await expect(send()).resolves.toEqual({ status: 'registered' })
    expect(posts()).toHaveLength(1)
  })

  test('succeeds even if only the third lookup finds the name', async () => {
    let asked = 0
    const { send } = create(lost, () => json((asked += 1) < 3 ? [] : mine))
    await expect(send()).resolves.toEqual({ status: 'registered' })
  })

  test.each([
    ['the name is still free', () => json([])],
    ['lookups fail', lost],
    ['another account has the name', () => json(recordOf(NAME, OTHER))],
  ])('has an unknown outcome within 15 s if %s', async (_, onGet) => {
    const { send, posts, clock } = create(lost, onGet)
    await expect(send()).rejects.toMatchObject({ code: 'outcome_unknown' })
    expect(posts()).toHaveLength(1)
    expect(clock.now() - START).toBeLessThan(15_000)
  })

  test.each([502, 504, 408])(
    'has an unknown outcome when a gateway answers with status %d',
    async (status) => {
      const { send } = create(() => json({}, { status }))
      await expect(send()).rejects.toMatchObject({ code: 'outcome_unknown' })
    },
  )

  test('has an unknown outcome within 15 s when the registration and the lookups get no answer', async () => {
    const { send, clock } = create(
      () => new Promise(() => {}),
      () => new Promise(() => {}),
    )
    await expect(send()).rejects.toMatchObject({ code: 'outcome_unknown' })
    expect(clock.now() - START).toBeLessThanOrEqual(15_000)
  })
})
