import { describe, expect, test } from 'vitest'
import type { SmartSessions } from '../../../src/core/assets/smart-session.ts'
import { MESSAGE_LIMIT } from '../../../src/core/contract/protocol.ts'
import { assertMessageSize } from '../../../worker/base/message-size.ts'
import { readSmartSessions } from '../../../worker/smart-sessions/read-smart-sessions.ts'
import { revokeSmartSession } from '../../../worker/smart-sessions/source.ts'
import { createTab } from '../create-tab.ts'
import { ACCOUNT, json } from '../fake-api.ts'
import { type Answering, createContext } from '../names/profile/create-context.ts'

const params = { account: ACCOUNT }
const NOW = Date.UTC(2026, 10, 26)
const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const SECOND = 1_000

/** As the API lists it. */
const pci = {
  project: {
    id: 'p',
    name: 'Driftwood',
    url: 'https://driftwood.example',
    iconUrl: 'https://i.example/d.png',
  },
  pci: 'b5c1d0f2-0001',
  expiry: NOW / SECOND + 3_600,
  createdAt: NOW / SECOND - 60,
  permissions: [{ type: 'native-token-transfer', data: { allowance: '0xde0b6b3a7640000' } }],
  policies: [],
  context: '0x51c0',
  revokedAt: null,
}

function read(...pcis: unknown[]): SmartSessions {
  const found = readSmartSessions({ pcis }, NOW)
  if (!found) throw new Error('The answer was not read.')
  return found
}
const readOne = (part: object) => read({ ...pci, ...part }).sessions[0]
const readPermission = (type: unknown, data?: unknown) =>
  readOne({ permissions: [{ type, data }] })?.permissions

describe('[S3] [A149] The smart sessions of an account', () => {
  test('are requested by the account’s CAIP-10 id, and shown from the store at the next start even when offline', async () => {
    const tab = createTab()
    tab.api.answer('/v1/sessions/', () => json({ pcis: [pci] }))
    const watched = tab.watch('smartSessions', params)
    await tab.clock.advance(100)
    const asked = tab.api.requests.find(({ pathname }) => pathname.startsWith('/v1/sessions/'))!
    expect(decodeURIComponent(asked.pathname)).toBe(`/v1/sessions/${ACCOUNT}`)
    expect(asked.searchParams.get('projectId')).toBe('project')
    const data = {
      unlisted: 0,
      sessions: [
        {
          id: pci.pci,
          project: {
            name: 'Driftwood',
            url: 'https://driftwood.example/',
            iconUrl: 'https://i.example/d.png',
          },
          createdAt: NOW - 60 * SECOND,
          expiresAt: NOW + 3_600 * SECOND,
          permissions: [{ kind: 'native', amount: 10n ** 18n }],
          unlistedPermissions: 0,
          context: '0x51c0',
        },
      ],
    }
    expect(watched.last).toMatchObject({ status: 'fresh', data })
    watched.stop()
    const offline = createTab({ store: tab.store })
    offline.api.answer('/v1/sessions/', () => Promise.reject(new TypeError('offline')))
    const again = offline.watch('smartSessions', params)
    await offline.clock.advance(100)
    expect(again.snapshots[0]).toMatchObject({ data })
  })

  test('are requested only while they are watched, and only on networks that the API serves', async () => {
    const tab = createTab()
    tab.watch('portfolio', params)
    await tab.clock.advance(1_000)
    expect(tab.api.count('/v1/sessions/')).toBe(0)
    const elsewhere = tab.watch('smartSessions', { account: ACCOUNT.replace(':1:', ':999:') })
    await tab.clock.advance(1_000)
    expect(elsewhere.last).toMatchObject({ status: 'failed', error: { code: 'network_unsupported' } })
    expect(tab.api.count('/v1/sessions/')).toBe(0)
  })

  test.each([
    ['an object instead of a list', { pcis: {} }],
    ['an unwrapped list', [pci]],
    ['a FAILED status', { status: 'FAILED', reasons: [] }],
    ['only invalid sessions', { pcis: [{}, null, 'x'] }],
  ])('fail to load when the answer has %s, and the previous list stays', async (_, answer) => {
    const tab = createTab()
    tab.api.answer('/v1/sessions/', () => json({ pcis: [pci] }))
    const watched = tab.watch('smartSessions', params)
    await tab.clock.advance(100)
    tab.api.answer('/v1/sessions/', () => json(answer))
    await tab.topics.refresh('smartSessions', params)
    expect(watched.last).toMatchObject({
      status: 'failed',
      error: { code: 'bad_envelope' },
      data: { sessions: [{ id: pci.pci }] },
    })
  })

  test('are listed once each, newest first, and undated sessions last', () => {
    const { sessions, unlisted } = read(
      { ...pci, pci: 'old', createdAt: 1_700_000_000 },
      { ...pci, pci: 'undated', createdAt: 'yesterday' },
      { ...pci, pci: 'new', createdAt: '2026-11-01T00:00:00Z' },
      { ...pci, pci: 'new', createdAt: '2026-11-01T00:00:00Z', revokedAt: '2026-11-02T00:00:00Z' },
      { ...pci, pci: 'new', createdAt: '2026-11-01T00:00:00Z' },
    )
    expect(sessions.map(({ id }) => id)).toEqual(['new', 'old', 'undated'])
    expect(sessions[0]?.revoked).toEqual({ at: Date.UTC(2026, 10, 2) })
    expect(unlisted).toBe(0)
  })

  test.each([
    ['seconds', 1_800_000_000, 1_800_000_000_000],
    ['milliseconds', 1_800_000_000_000, 1_800_000_000_000],
    ['a string of digits', '1800000000', 1_800_000_000_000],
    ['ISO 8601 format', '2027-01-15T08:00:00Z', 1_800_000_000_000],
    ['ISO 8601 format for the 30th of February', '2026-02-30T00:00:00Z', undefined],
    ['a word', 'never', undefined],
    ['null', null, undefined],
    ['zero', 0, undefined],
    ['a negative number', -5, undefined],
    ['a number beyond the range of dates', Number.MAX_SAFE_INTEGER, undefined],
    ['an object', {}, undefined],
  ])('have the date that the API gives as %s, or no date if the value is invalid', (_, value, time) => {
    expect(readOne({ expiry: value })?.expiresAt).toBe(time)
    expect(readOne({ createdAt: value })?.createdAt).toBe(time)
  })

  test.each([null, undefined, false, 0, '', '0'])(
    'count as not revoked when revokedAt is %j',
    (revokedAt) => {
      expect(readOne({ revokedAt })).not.toHaveProperty('revoked')
    },
  )

  test.each([true, 'long ago', -1, {}])(
    'count as revoked at an unknown time when revokedAt is %j',
    (revokedAt) => {
      expect(readOne({ revokedAt })?.revoked).toEqual({})
    },
  )

  test('are not listed if their id is missing or malformed, and the number of unlisted sessions is returned', () => {
    const { sessions, unlisted } = read(
      pci,
      { ...pci, pci: 'two\nlines' },
      { ...pci, pci: 'x'.repeat(201) },
      { ...pci, pci: '' },
      { ...pci, pci: 7 },
      null,
    )
    expect(sessions).toHaveLength(1)
    expect(unlisted).toBe(5)
  })

  test('are cleaned of unsafe names, links and sign-in texts', () => {
    const session = readOne({
      project: { name: 'Drift\u202Ewood', url: 'javascript:alert(1)', iconUrl: 'http://192.168.1.1/reboot' },
      context: 'Sign in to bank.example\nNonce: 1',
    })
    expect(session?.project).toEqual({ name: expect.not.stringContaining('\u202E') })
    expect(session).not.toHaveProperty('context')
    expect(readOne({ project: 'Driftwood', permissions: 'all', policies: null })).toMatchObject({
      project: {},
      permissions: [{ kind: 'unknown', type: '' }],
    })
  })

  test('fit into one message, which includes all active sessions, even if there are 400 sessions', () => {
    const long = { name: 'd'.repeat(48), url: `https://driftwood.example/${'p'.repeat(1_500)}` }
    const many = Array.from({ length: 400 }, (_, at) => ({
      ...pci,
      pci: `${at}`,
      project: long,
      createdAt: 1_700_000_000 + at,
      expiry: at < 10 ? pci.expiry : 1_750_000_000,
    }))
    const found = read(...many)
    assertMessageSize(found, 'The list')
    expect(found.sessions.length).toBeGreaterThan(20)
    expect(found.sessions.length + found.unlisted).toBe(400)
    expect(found.sessions.map(({ id }) => Number(id)).filter((id) => id < 10)).toHaveLength(10)
    expect(MESSAGE_LIMIT).toBe(100_000)
  })
})

describe('[S3] [A149] A permission of a smart session', () => {
  test.each([
    ['native-token-transfer', { allowance: '1000' }, { kind: 'native', amount: 1000n }],
    [
      'native-token-recurring-allowance',
      { allowance: '0x10', period: 86_400, start: 1 },
      { kind: 'native', amount: 16n, period: 86_400 },
    ],
    [
      'native-token-periodic',
      { periodAmount: 5, periodDuration: '3600' },
      { kind: 'native', amount: 5n, period: 3_600 },
    ],
    [
      'erc20-token-transfer',
      { address: TOKEN.toLowerCase(), allowance: '0x5' },
      { kind: 'token', token: TOKEN, amount: 5n },
    ],
    [
      'erc20-recurring-allowance',
      { token: TOKEN, allowance: '5', period: 60 },
      { kind: 'token', token: TOKEN, amount: 5n, period: 60 },
    ],
    [
      'erc20-token-periodic',
      { tokenAddress: TOKEN, periodAmount: '5', periodDuration: 60 },
      { kind: 'token', token: TOKEN, amount: 5n, period: 60 },
    ],
    ['erc721-token-transfer', { address: TOKEN, tokenIds: ['0x1'] }, { kind: 'nfts', contract: TOKEN }],
    [
      'contract-call',
      {
        address: TOKEN,
        abi: [{}],
        functions: [
          { functionName: 'mint', valueLimit: '0x0' },
          { functionName: 'burn', args: [null, { operator: 'EQUAL', value: '0x1' }] },
        ],
      },
      {
        kind: 'contract',
        contract: TOKEN,
        functions: [
          { name: 'mint', max: 0n, isConditional: false },
          { name: 'burn', isConditional: true },
        ],
      },
    ],
    [
      'contract-call',
      { address: TOKEN, calls: ['swap()'] },
      { kind: 'contract', contract: TOKEN, functions: [{ name: 'swap()', isConditional: false }] },
    ],
    ['contract-call', { address: TOKEN }, { kind: 'contract', contract: TOKEN, functions: [] }],
    ['call-limit', { count: 3 }, { kind: 'calls', count: 3 }],
    ['rate-limit', { count: 3, interval: 60 }, { kind: 'calls', count: 3, period: 60 }],
  ])('tells what the session may do if its type is %s', (type, data, permission) => {
    expect(readPermission(type, data)).toEqual([permission])
  })

  test.each([
    ['native-token-transfer', {}],
    ['native-token-transfer', { allowance: '-1' }],
    ['native-token-transfer', { allowance: `0x1${'0'.repeat(64)}` }],
    ['native-token-transfer', { allowance: 1.5 }],
    ['native-token-transfer', null],
    ['native-token-recurring-allowance', { allowance: '5' }],
    ['native-token-recurring-allowance', { allowance: '5', period: 0 }],
    ['erc20-token-transfer', { allowance: '5' }],
    ['erc20-token-transfer', { address: '0x12', allowance: '5' }],
    ['erc721-token-transfer', { address: 'punks' }],
    ['contract-call', { address: TOKEN, functions: [{}] }],
    ['contract-call', { address: TOKEN, functions: 'all' }],
    ['rate-limit', { count: 3 }],
    ['native-token-stream', { amountPerSecond: '1' }],
    ['constructor', {}],
    ['__proto__', {}],
  ])('is shown as unknown if its type is %s and its data is %j', (type, data) => {
    expect(readPermission(type, data)).toEqual([{ kind: 'unknown', type }])
  })

  test('is shown as unknown when its entry is invalid', () => {
    expect(readOne({ permissions: [7, null, {}, { type: 3 }] })?.permissions).toEqual(
      Array.from({ length: 4 }, () => ({ kind: 'unknown', type: '' })),
    )
  })

  test('is listed with the session’s policies, up to 20 entries, and the number of remaining entries', () => {
    const session = readOne({
      permissions: Array.from({ length: 20 }, () => pci.permissions[0]),
      policies: [{ type: 'call-limit', data: { count: 1 } }],
    })
    expect(session?.permissions).toHaveLength(20)
    expect(session?.unlistedPermissions).toBe(1)
    expect(readOne({ policies: [{ type: 'call-limit', data: { count: 1 } }] })?.permissions).toContainEqual({
      kind: 'calls',
      count: 1,
    })
  })
})

describe('[S3] [A150] Revoking a smart session', () => {
  const input = { account: ACCOUNT, id: pci.pci, signature: '0x51' }

  /** @param isRevoked what the list says after the POST */
  function revoke(post: Answering, isRevoked = false) {
    const { context, sent } = createContext((one) =>
      one.method === 'POST' ? post(one) : json({ pcis: [{ ...pci, revokedAt: isRevoked ? NOW : null }] }),
    )
    return { sent, outcome: revokeSmartSession(input, context as never) }
  }

  test('sends the session’s id and the signature once', async () => {
    const { sent, outcome } = revoke(() => new Response(null, { status: 200 }))
    expect(await outcome).toEqual({ status: 'revoked' })
    expect(sent).toHaveLength(1)
    expect(decodeURIComponent(sent[0]!.url.pathname)).toBe(`/v1/sessions/${ACCOUNT}/revoke`)
    expect(sent[0]).toMatchObject({ method: 'POST', body: { pci: pci.pci, signature: '0x51' } })
  })

  const refuse = (status: number) => () =>
    json({ status: 'FAILED', reasons: [{ field: 'signature', description: 'Bad signature' }] }, { status })

  test('reports revoked_before when the session was already revoked', async () => {
    const { outcome, sent } = revoke(refuse(409), true)
    expect(await outcome).toEqual({ status: 'revoked_before' })
    expect(sent.map(({ method }) => method)).toEqual(['POST', 'GET'])
  })

  test.each([400, 401, 404, 429])(
    'reports the server’s reason when the server refuses with status %d',
    async (status) => {
      await expect(revoke(refuse(status)).outcome).rejects.toMatchObject({
        code: 'smart_session_kept',
        context: { said: 'Bad signature', status },
      })
    },
  )

  const lost = () => Promise.reject(new TypeError('lost'))

  test.each([
    ['a lost answer', lost],
    ['an error of the server', refuse(500)],
  ])(
    'looks up the session after %s, and ends as outcome_unknown if the session is not revoked',
    async (_, post) => {
      expect(await revoke(post, true).outcome).toEqual({ status: 'revoked' })
      await expect(revoke(post, false).outcome).rejects.toMatchObject({ code: 'outcome_unknown' })
    },
  )
})
