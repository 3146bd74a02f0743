// @vitest-environment happy-dom
/** The frame of the sign-in site, against a site that misbehaves. */
import { assert, constant, constantFrom, integer, oneof, property, string, uuid } from 'fast-check'
import { signal } from '@preact/signals-core'
import { expect, test, vi } from 'vitest'
import { type AuthFrame, createAuthFrame } from '../../../src/wallets/auth/frame.ts'
import { SITE, useFakeSite } from './fake-site.ts'

const site = useFakeSite()

let themeMode = signal<'dark' | 'light'>('dark')

function create(): AuthFrame {
  themeMode = signal<'dark' | 'light'>('dark')
  return createAuthFrame({
    url: `${SITE}/sdk?projectId=p`,
    page: {
      metadata: { name: 'Driftwood', description: '', url: 'https://driftwood.example', icons: [] },
      sdkVersion: 'html-billfold-0',
      sdkType: 'appkit',
      projectId: 'p',
    },
    themeMode,
    place: site().modal.approvals.place,
  })
}

async function open(): Promise<AuthFrame> {
  const frame = create()
  const loaded = frame.load()
  site().ready()
  await vi.advanceTimersByTimeAsync(600)
  await loaded
  return frame
}

const outcomeOf = (promise: Promise<unknown>) =>
  promise.then(
    (value) => ({ value }),
    (error: { code: string; context: object }) => ({ code: error.code, context: error.context }),
  )
/** What a promise is now, without waiting for it. */
async function peek(promise: Promise<unknown>): Promise<unknown> {
  let now: unknown = 'open'
  void promise.then((outcome) => (now = outcome))
  await vi.advanceTimersByTimeAsync(0)
  return now
}

test('[A5] the sign-in frame is not in the page before a sign-in', () => {
  create()
  expect(site().iframe()).toBeUndefined()
})

test('the sign-in frame has a title, sends only the origin as referrer, and cannot navigate the page', async () => {
  void create()
    .load()
    .catch(() => {})
  const iframe = site().iframe()!
  expect(iframe.title).toBe('Sign-in site')
  expect(iframe.referrerPolicy).toBe('origin')
  expect(iframe.sandbox.contains('allow-top-navigation')).toBe(false)
  expect(iframe.src).toBe(`${SITE}/sdk?projectId=p`)
})

test('[F16] messages are sent to the sign-in frame only after its READY message, and only to its exact origin', async () => {
  const frame = create()
  const asked = frame.ask('GET_USER', { preferredAccountType: 'eoa', chainId: 'eip155:1' })
  await vi.advanceTimersByTimeAsync(10_000)
  expect(site().asked).toEqual([])
  site().ready()
  await vi.advanceTimersByTimeAsync(600)
  expect(site().asked.map(({ type }) => type)).toContain('@w3m-app/GET_USER')
  expect(site().asked[0]!.type).toBe('@w3m-app/SYNC_DAPP_DATA')
  expect(new Set(site().targets)).toEqual(new Set([SITE]))
  site().succeed('GET_USER', { address: `0x${'1'.repeat(40)}`, chainId: 'eip155:1' })
  expect(await asked).toEqual({ address: `0x${'1'.repeat(40)}`, chainId: 1 })
})

test('a sign-in site that sends no READY message within 20 s counts as unavailable, and the next request loads the site again', async () => {
  const frame = create()
  const first = outcomeOf(frame.ask('IS_CONNECTED', undefined))
  await vi.advanceTimersByTimeAsync(19_999)
  expect(await peek(first)).toBe('open')
  await vi.advanceTimersByTimeAsync(1)
  expect(await first).toMatchObject({ code: 'auth_unavailable' })
  expect(site().iframe()).toBeUndefined()
  const second = frame.ask('IS_CONNECTED', undefined)
  site().ready()
  await vi.advanceTimersByTimeAsync(600)
  site().succeed('IS_CONNECTED', { isConnected: true })
  expect(await second).toBe(true)
})

test('[F16] the sign-in frame ignores messages with a forged window, origin, id or type', async () => {
  const frame = await open()
  const asked = frame.ask('IS_CONNECTED', undefined)
  const seen = outcomeOf(asked)
  await vi.advanceTimersByTimeAsync(0)
  const { id } = site().last('IS_CONNECTED')!
  const truth = { type: '@w3m-frame/IS_CONNECTED_SUCCESS', id, payload: { isConnected: true } }
  const other = { postMessage() {} }
  assert(
    property(
      constantFrom('window', 'origin', 'id', 'type', 'shape'),
      constantFrom(
        'null',
        '',
        'https://secure.example.evil.example',
        'http://secure.example',
        `${SITE}:8443`,
      ),
      oneof(string(), constant(undefined), uuid(), integer()),
      (what, origin, text) => {
        if (what === 'window') site().say(truth, { source: text === undefined ? null : other })
        if (what === 'origin') site().say(truth, { origin })
        if (what === 'id') site().say({ ...truth, id: text })
        if (what === 'type') site().say({ ...truth, type: `x${truth.type}${String(text)}` })
        if (what === 'shape') site().say(text)
      },
    ),
  )
  expect(await peek(seen)).toBe('open')
  site().succeed('IS_CONNECTED', { isConnected: false })
  expect(await asked).toBe(false)
})

test('the sign-in frame ignores an answer whose type does not match the pending request', async () => {
  const frame = await open()
  const asked = outcomeOf(frame.ask('CONNECT_OTP', { otp: '123456' }))
  await vi.advanceTimersByTimeAsync(0)
  const { id } = site().last('CONNECT_OTP')!
  site().succeed('SIGN_OUT', undefined, id)
  site().refuse('CONNECT_EMAIL', 'no', id)
  expect(await peek(asked)).toBe('open')
  site().refuse('CONNECT_OTP', 'Wrong code', id)
  expect(await asked).toMatchObject({ code: 'auth_refused' })
})

test('a request to the sign-in site returns its first answer, and ignores later answers', async () => {
  const frame = await open()
  const asked = outcomeOf(frame.ask('CONNECT_OTP', { otp: '123456' }))
  await vi.advanceTimersByTimeAsync(0)
  site().refuse('CONNECT_OTP', 'Wrong code')
  site().succeed('CONNECT_OTP')
  expect(await asked).toMatchObject({ code: 'auth_refused' })
})

test.each([
  ['GET_USER', { address: 'no', chainId: 1 }],
  ['GET_USER', { address: `0x${'1'.repeat(40)}` }],
  ['GET_USER', null],
  ['CONNECT_EMAIL', { action: 'DANCE' }],
  ['IS_CONNECTED', { isConnected: 'yes' }],
  ['GET_SOCIAL_REDIRECT_URI', { uri: 'javascript:alert(1)' }],
  ['GET_SOCIAL_REDIRECT_URI', { uri: '/relative' }],
  ['GET_FARCASTER_URI', { url: 7 }],
] as const)(
  'a %s request to the sign-in site fails with auth_lost if the answer is the invalid %j',
  async (name, payload) => {
    const frame = await open()
    const asked = outcomeOf(frame.ask(name, {} as never))
    await vi.advanceTimersByTimeAsync(0)
    site().succeed(name, payload)
    expect(await asked).toMatchObject({ code: 'auth_lost' })
  },
)

test('an error from the sign-in site keeps the site’s message as plain text, and says whether the user declined', async () => {
  const frame = await open()
  async function refuse(message: unknown): Promise<unknown> {
    const asked = frame.ask('RPC_REQUEST', {} as never).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(0)
    site().refuse('RPC_REQUEST', message)
    return asked
  }
  expect(await refuse('Error: Magic RPC Error: [-32600] Too many requests')).toMatchObject({
    message: 'Too many requests',
    context: { isDeclined: false, code: -32600 },
  })
  expect(await refuse('User rejected the request')).toMatchObject({ context: { isDeclined: true } })
  expect(await refuse('x'.repeat(10_000))).toMatchObject({ message: expect.stringMatching(/^.{1,201}$/) })
  expect(await refuse({ evil: true })).toMatchObject({ message: 'The sign-in site did not give a reason.' })
})

test('requests to the sign-in site time out, except while the user has to decide', async () => {
  const frame = await open()
  const times = {
    CONNECT_EMAIL: 120_000,
    CONNECT_OTP: 120_000,
    CONNECT_SOCIAL: 120_000,
    GET_SOCIAL_REDIRECT_URI: 45_000,
    CONNECT_DEVICE: 1_200_000,
    CONNECT_FARCASTER: 1_200_000,
    SIGN_OUT: 3_000,
    // No person is asked for these.
    RPC_REQUEST: 30_000,
  } as const
  const open1 = outcomeOf(frame.ask('RPC_REQUEST', { method: 'eth_sendTransaction' } as never))
  for (const [name, limit] of Object.entries(times)) {
    const asked = outcomeOf(frame.ask(name as 'SIGN_OUT', {} as never))
    await vi.advanceTimersByTimeAsync(limit - 1)
    expect(await peek(asked), name).toBe('open')
    await vi.advanceTimersByTimeAsync(2)
    expect(await asked, name).toMatchObject({ code: 'auth_timeout' })
  }
  expect(await peek(open1)).toBe('open')
})

test('a request to the sign-in site is cancelled when its signal is aborted, whether or not the site has loaded', async () => {
  const early = new AbortController()
  const frame = create()
  const first = outcomeOf(frame.ask('CONNECT_DEVICE', undefined, { signal: early.signal }))
  early.abort()
  expect(await first).toMatchObject({ code: 'aborted' })
  site().ready()
  await vi.advanceTimersByTimeAsync(600)
  expect(site().last('CONNECT_DEVICE')).toBeUndefined()
  const late = new AbortController()
  const second = outcomeOf(frame.ask('CONNECT_DEVICE', undefined, { signal: late.signal }))
  await vi.advanceTimersByTimeAsync(0)
  late.abort()
  expect(await second).toMatchObject({ code: 'aborted' })
})

test('a request to the sign-in site fails with auth_lost when the frame loads a new document, but not when the frame sends READY again', async () => {
  const frame = await open()
  site().iframe()!.dispatchEvent(new Event('load'))
  const asked = outcomeOf(frame.ask('RPC_REQUEST', {} as never))
  site().ready()
  expect(await peek(asked)).toBe('open')
  site().iframe()!.dispatchEvent(new Event('load'))
  expect(await asked).toMatchObject({ code: 'auth_lost' })
  expect(site().iframe()).toBeUndefined()
})

test('a request to the sign-in site fails with auth_lost when the frame is removed before the site has loaded', async () => {
  const frame = create()
  const asked = outcomeOf(frame.ask('IS_CONNECTED', undefined))
  frame.drop()
  expect(await peek(asked)).toMatchObject({ code: 'auth_lost' })
})

test('[S1] the sign-in frame is shown only for an approval, in a view with the method and the site’s host', async () => {
  const frame = await open()
  const { modal } = site()
  expect(modal.views()).toEqual([])
  const onLeave = vi.fn()
  const end = await frame.show('personal_sign', onLeave)
  expect(modal.views()).toEqual(['ApproveTransaction'])
  expect(modal.router.current.peek().data).toEqual({ method: 'personal_sign', host: 'secure.example' })
  modal.router.popTransactionStack('cancel')
  expect(onLeave).toHaveBeenCalled()
  end('cancel')
  expect(modal.views()).toEqual([])
})

test('[S1] the sign-in frame is not moved in the page when it is shown, and is created anew if the page removes the modal', async () => {
  const frame = await open()
  const box = document.querySelector('billfold-modal > billfold-auth')!
  expect(box.slot).toBe('sign-in-site')
  expect(site().iframe()!.getRootNode()).toBe(box.shadowRoot)
  const moved = vi.fn()
  const observer = new MutationObserver(moved)
  observer.observe(document, { childList: true, subtree: true })
  for (let time = 0; time < 2; time += 1) (await frame.show('personal_sign', () => {}))('success')
  await vi.advanceTimersByTimeAsync(0)
  expect(moved).not.toHaveBeenCalled()
  observer.disconnect()
  document.querySelector('billfold-modal')!.remove()
  const loaded = frame.load()
  site().ready()
  await vi.advanceTimersByTimeAsync(600)
  await loaded
  expect(document.querySelectorAll('billfold-auth')).toHaveLength(1)
  expect(document.querySelector('billfold-auth')).not.toBe(box)
})

test('[S1] the sign-in site receives each change of the page’s theme once the site is ready, even during an approval', async () => {
  const frame = await open()
  const themes = () =>
    site()
      .asked.filter(({ type }) => type === '@w3m-app/SYNC_THEME')
      .map(({ payload }) => payload!['themeMode'])
  expect(themes()).toEqual(['dark'])
  const end = await frame.show('personal_sign', () => {})
  themeMode.value = 'light'
  expect(themes()).toEqual(['dark', 'dark', 'light'])
  end('success')
  frame.drop()
  themeMode.value = 'dark'
  expect(themes()).toHaveLength(3)
})

const smartNetworks = () => site().asked.filter(({ type }) => type.endsWith('SMART_ACCOUNT_ENABLED_NETWORKS'))
const answerNetworks = (smartAccountEnabledNetworks: unknown) => {
  site().answers['GET_SMART_ACCOUNT_ENABLED_NETWORKS'] = () => ({ smartAccountEnabledNetworks })
}

test('[S7] the sign-in site is asked for smart account networks once per load, and requests of the wallet do not wait for the answer', async () => {
  const frame = create()
  const seen: (readonly number[])[] = []
  frame.smartNetworks.subscribe((now) => seen.push(now))
  const loaded = frame.load()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(smartNetworks()).toEqual([])
  site().ready()
  site().ready()
  await vi.advanceTimersByTimeAsync(600)
  await loaded
  await frame.load()
  expect(smartNetworks()).toEqual([
    { type: '@w3m-app/GET_SMART_ACCOUNT_ENABLED_NETWORKS', id: expect.any(String) },
  ])
  site().succeed('GET_SMART_ACCOUNT_ENABLED_NETWORKS', { smartAccountEnabledNetworks: [8453, 10] })
  await vi.advanceTimersByTimeAsync(0)
  const { id } = smartNetworks()[0]!
  frame.drop()
  answerNetworks([10])
  const again = frame.load()
  site().ready()
  await vi.advanceTimersByTimeAsync(600)
  await again
  // The site that was left has no say any more.
  site().succeed('GET_SMART_ACCOUNT_ENABLED_NETWORKS', { smartAccountEnabledNetworks: [1] }, id)
  await vi.advanceTimersByTimeAsync(0)
  expect(smartNetworks()).toHaveLength(2)
  expect(seen).toEqual([[], [8453, 10], [10]])
})

test.each([
  ['numbers, hexadecimal chain ids and CAIP-2 ids (all are read)', [1, '0xa', 'eip155:8453'], [1, 10, 8453]],
  [
    'invalid networks (only the valid networks are read)',
    [1, 0, -5, 1.5, 2 ** 60, 'ten', null, {}, 'solana:5eykt4UsFv8P8NJd', 10],
    [1, 10],
  ],
  [
    '10,000 networks (500 are read)',
    Array.from({ length: 10_000 }, (_, index) => index + 1),
    { length: 500 },
  ],
  ['a string instead of a list (no network is read)', 'all', []],
  ['no value (no network is read)', undefined, []],
])(
  '[S7] the smart account networks of a sign-in site are read from an answer with %s',
  async (_, said, expected) => {
    answerNetworks(said)
    const frame = await open()
    await vi.advanceTimersByTimeAsync(0)
    const { value } = frame.smartNetworks
    if (Array.isArray(expected)) expect(value).toEqual(expected)
    else expect(value).toHaveLength(expected.length)
  },
)

test.each([
  ['rejects', () => site().refuse('GET_SMART_ACCOUNT_ENABLED_NETWORKS', 'No')],
  ['never answers', () => {}],
])(
  '[S7] a sign-in site that %s a request for its smart account networks counts as having no such networks, and still works',
  async (_, act) => {
    answerNetworks([10])
    const frame = await open()
    await vi.advanceTimersByTimeAsync(0)
    expect(frame.smartNetworks.value).toEqual([10])
    frame.drop()
    delete site().answers['GET_SMART_ACCOUNT_ENABLED_NETWORKS']
    const again = frame.load()
    site().ready()
    await vi.advanceTimersByTimeAsync(600)
    await again
    act()
    await vi.advanceTimersByTimeAsync(121_000)
    expect(frame.smartNetworks.value).toEqual([])
    site().answers['IS_CONNECTED'] = () => ({ isConnected: true })
    expect(await frame.ask('IS_CONNECTED', undefined)).toBe(true)
  },
)
