import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  fetchOwnName,
  fetchProfileName,
  resolveProfileName,
} from '../../../../worker/names/profile/lookup.ts'
import { json } from '../../fake-api.ts'
import { through } from '../../fake-clock.ts'
import { getCoinType } from '../../../../worker/names/coin-type.ts'
import { ADDRESS, type Answering, CHECKSUMMED, createContext, NAME, recordOf } from './create-context.ts'
import '../../../seed.ts'

const OTHER = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'

describe('[A142] the address of a name', () => {
  test('is requested with apiVersion 2', async () => {
    const { context, sent } = createContext(() => json(recordOf(NAME, CHECKSUMMED)))
    await expect(resolveProfileName(context, 'eip155:1', NAME)).resolves.toEqual({ address: CHECKSUMMED })
    expect(sent).toHaveLength(1)
    expect(sent[0]!.url.pathname).toBe(`/v1/profile/account/${NAME}`)
    expect(sent[0]!.url.searchParams.get('apiVersion')).toBe('2')
  })

  test('is undefined when the API answers 200 with an empty list', async () => {
    const { context } = createContext(() => json([]))
    await expect(resolveProfileName(context, 'eip155:1', NAME)).resolves.toEqual({})
  })

  test('is the address for the requested network, even if the name also has an address for Ethereum', async () => {
    const both = {
      ...recordOf(NAME, OTHER),
      addresses: { 60: { address: OTHER }, [0x80000000 + 10]: { address: CHECKSUMMED } },
    }
    const { context } = createContext(() => json(both))
    await expect(resolveProfileName(context, 'eip155:10', NAME)).resolves.toEqual({ address: CHECKSUMMED })
  })

  test.each([60, 0x80000001])(
    '[D7] is the address for Ethereum (coin type %d), marked as such, if the name has no address for the requested network',
    async (coinType) => {
      const { context } = createContext(() => json(recordOf(NAME, ADDRESS, coinType)))
      await expect(resolveProfileName(context, 'eip155:10', NAME)).resolves.toEqual({
        address: CHECKSUMMED,
        foundOn: 'eip155:1',
      })
      await expect(resolveProfileName(context, 'eip155:1', NAME)).resolves.toEqual({ address: CHECKSUMMED })
    },
  )

  test('[D7] is undefined if the name has an address only for a network that was not requested, and this network is reported', async () => {
    const { context } = createContext(() => json(recordOf(NAME, ADDRESS, 0x80000000 + 137)))
    await expect(resolveProfileName(context, 'eip155:10', NAME)).resolves.toEqual({ onlyOn: 'eip155:137' })
  })

  test.each([
    ['a record of a name that was not requested', recordOf('nadia.reown.id', ADDRESS)],
    ['a record without addresses', { name: NAME }],
    ['an array with a record', [recordOf(NAME, ADDRESS)]],
    ['a string', 'mara'],
    ['null', null],
  ])('is an error when the answer is %s', async (_, answer) => {
    const { context } = createContext(() => json(answer))
    await expect(resolveProfileName(context, 'eip155:1', NAME)).rejects.toMatchObject({
      code: 'name_unresolved',
    })
  })

  test.each(['__proto__', '0x12', 7, null, {}, `${ADDRESS}0`])(
    'is undefined when the API’s answer has the invalid address %j',
    async (address) => {
      const answer = JSON.parse(
        `{"name":"${NAME}","addresses":{"60":{"address":${JSON.stringify(address)}},"__proto__":{"address":"${ADDRESS}"}}}`,
      ) as unknown
      const { context } = createContext(() => json(answer))
      await expect(resolveProfileName(context, 'eip155:1', NAME)).resolves.toEqual({})
    },
  )

  test('is not requested for an invalid name, or a name outside the zone reown.id', async () => {
    const { context, sent } = createContext(() => json([]))
    for (const name of ['mara.eth', '../identity', 'ab--cd.reown.id', 'mara.reown.id/x', 'Mara.reown.id'])
      await expect(resolveProfileName(context, 'eip155:1', name)).resolves.toEqual({})
    expect(sent).toEqual([])
  })
})

describe('[A192] the result of a name lookup', () => {
  test('is cached for 299 s, and re-requested after 301 s', async () => {
    const { context, clock, sent } = createContext(() => json(recordOf(NAME, ADDRESS)))
    await resolveProfileName(context, 'eip155:1', NAME)
    await clock.advance(299_000)
    await resolveProfileName(context, 'eip155:1', NAME)
    expect(sent).toHaveLength(1)
    await clock.advance(2_000)
    await resolveProfileName(context, 'eip155:1', NAME)
    expect(sent).toHaveLength(2)
  })

  test('is not cached when the name is not registered', async () => {
    let answer: unknown = []
    const { context } = createContext(() => json(answer))
    await resolveProfileName(context, 'eip155:1', NAME)
    answer = recordOf(NAME, ADDRESS)
    await expect(resolveProfileName(context, 'eip155:1', NAME)).resolves.toEqual({ address: CHECKSUMMED })
  })

  test('is an error, not the expired result, when a new lookup fails', async () => {
    let isDown = false
    const { context, clock } = createContext(() =>
      isDown ? json({}, { status: 404 }) : json(recordOf(NAME, ADDRESS)),
    )
    await resolveProfileName(context, 'eip155:1', NAME)
    isDown = true
    await clock.advance(301_000)
    await expect(resolveProfileName(context, 'eip155:1', NAME)).rejects.toMatchObject({
      code: 'name_unresolved',
    })
  })
})

test('[A158] [T3] the lookup of a name on an unsupported network sends no request and returns the reason', async () => {
  const { context, sent } = createContext(() => json(recordOf(NAME, ADDRESS)))
  for (const id of ['eip155:999', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'] as const)
    await expect(resolveProfileName(context, id, NAME)).resolves.toEqual({ reason: 'network_unsupported' })
  expect(sent).toEqual([])
})

test('[A168] a failed lookup of a name throws "Error resolving name"', async () => {
  const { context, clock } = createContext(() => json({}, { status: 500 }))
  await expect(through(clock, fetchProfileName(context, NAME))).rejects.toMatchObject({
    code: 'name_unresolved',
    message: 'Error resolving name',
    context: { reason: 'http_status', status: 500 },
  })
})

describe('[A143] the name of an address', () => {
  const answer =
    (names: unknown, found: Readonly<Record<string, unknown>>): Answering =>
    ({ url: { pathname } }) =>
      pathname.includes('/reverse/') ? json(names) : json(found[pathname.split('/').at(-1)!] ?? [])

  test('is requested with sender and apiVersion, and used only if a lookup of the name returns the address', async () => {
    const { context, sent } = createContext(
      answer([recordOf(NAME, ADDRESS)], { [NAME]: recordOf(NAME, CHECKSUMMED) }),
    )
    await expect(fetchOwnName(context, ADDRESS)).resolves.toMatchObject({ name: NAME })
    const { pathname, searchParams } = sent[0]!.url
    // As it is spelled for a name that is registered: the API compares it letter by letter.
    expect(pathname).toBe(`/v1/profile/reverse/${CHECKSUMMED}`)
    expect(searchParams.get('sender')).toBe(ADDRESS)
    expect(searchParams.get('apiVersion')).toBe('2')
  })

  test('is undefined when the API’s answer is empty', async () => {
    const { context } = createContext(answer([], {}))
    await expect(fetchOwnName(context, ADDRESS)).resolves.toBeUndefined()
  })

  test('is the first of the API’s names that resolves to the address', async () => {
    const said = [recordOf('stolen.reown.id', ADDRESS), recordOf(NAME, ADDRESS)]
    const found = {
      'stolen.reown.id': recordOf('stolen.reown.id', OTHER),
      [NAME]: recordOf(NAME, ADDRESS, 0x80000000 + 137),
    }
    const { context } = createContext(answer(said, found))
    await expect(fetchOwnName(context, ADDRESS)).resolves.toMatchObject({ name: NAME })
  })

  test('is searched among at most six valid names in the zone reown.id from the API’s answer', async () => {
    const bad = ['mara.eth', 'xn--a.reown.id', 'M.reown.id', 7, null, '../../x']
    const many = Array.from({ length: 50 }, (_, at) => `name${at}.reown.id`)
    const { context, sent } = createContext(
      answer(
        [...bad, ...many].map((name) => ({ name })),
        {},
      ),
    )
    await expect(fetchOwnName(context, ADDRESS)).resolves.toBeUndefined()
    expect(sent).toHaveLength(6)
  })

  test('[A170] fails with "Error fetching names for address" when the API fails', async () => {
    const { context, clock } = createContext(() => json({}, { status: 500 }))
    await expect(through(clock, fetchOwnName(context, ADDRESS))).rejects.toMatchObject({
      code: 'names_failed',
      message: 'Error fetching names for address',
    })
  })
})

describe('[A102] the ENS coin type', () => {
  test.each([
    ['eip155:1', 2_147_483_649],
    ['eip155:10', 2_147_483_658],
    ['eip155:2147483647', 4_294_967_295],
  ] as const)('is derived from the chain id: the network %s has %d', (id, coinType) =>
    expect(getCoinType(id)).toBe(coinType),
  )

  test.each([
    'eip155:2147483648',
    'eip155:4294967296',
    'eip155:99999999999',
    'eip155:1.5',
    'eip155:-1',
    'solana:1',
  ] as const)('fails with "Invalid chainId" for the network %s', (id) => {
    expect(() => getCoinType(id)).toThrow('Invalid chainId')
  })

  test('is different for each EVM network', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 31 - 1 }), (chainId) => {
        const coinType = getCoinType(`eip155:${chainId}`)
        expect(coinType % 2 ** 31).toBe(chainId)
        expect(coinType).toBeGreaterThanOrEqual(2 ** 31)
      }),
    )
  })
})
