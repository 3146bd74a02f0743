// @vitest-environment happy-dom
/** The wallet of somebody who signs in by email or a social account, against a site that may misbehave. */
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { toNetwork } from '../../../src/core/chains/networks.ts'
import { createAuth, type AuthProvider } from '../../../src/wallets/auth/connector.ts'
import type { AuthWallet } from '../../../src/wallets/auth/wallet.ts'
import { startAuthWallet } from '../../../src/wallets/auth/start-auth-wallet.ts'
import { SITE, useFakeSite } from './fake-site.ts'

const site = useFakeSite()
const ALICE = `0x${'a1'.repeat(20)}`
const BOB = `0x${'b0'.repeat(20)}`
const HASH = `0x${'4'.repeat(64)}`
const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const networks = [1, 10].map((id) =>
  toNetwork({
    id,
    name: `N${id}`,
    nativeCurrency,
    rpcUrls: { default: { http: [`https://node.example/${id}`] } },
  }),
)
const events: [string, unknown][] = []
beforeEach(() => void events.splice(0))

function create(): AuthWallet {
  return startAuthWallet(
    `${SITE}/sdk`,
    {
      projectId: 'p',
      version: '0',
      metadata: { name: 'Driftwood' },
      networks,
      storage: localStorage,
      themeMode: { value: 'dark', peek: () => 'dark', subscribe: () => () => {} },
      getPlace: () => site().modal.approvals.place,
    },
    (event, value) => void events.push([event, value]),
  ).wallet
}

const never = new AbortController().signal
/** Lets everything happen that needs no more than the time that the site needs to load. */
async function settle(ms = 600): Promise<void> {
  await vi.advanceTimersByTimeAsync(0)
  site().ready()
  await vi.advanceTimersByTimeAsync(ms)
}

const store = (chainId = 1, address = ALICE) =>
  localStorage.setItem('billfold/login', JSON.stringify({ by: 'email', address, chainId }))

/** A site that knows the person. */
function know(address = ALICE, chainId: unknown = 1): void {
  Object.assign(site().answers, {
    IS_CONNECTED: () => ({ isConnected: true }),
    GET_USER: () => ({ address, chainId, email: 'mara@driftmail.example' }),
    SIGN_OUT: () => undefined,
  })
}

async function restored(): Promise<AuthWallet> {
  store()
  know()
  const wallet = create()
  const accounts = wallet.request({ method: 'eth_accounts' })
  await settle()
  expect(await accounts).toEqual([ALICE])
  return wallet
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    (value) => expect.unreachable(`It gave ${JSON.stringify(value)}`) as never,
    (error: { code: number | string; message: string }) => error,
  )
const types = () => site().asked.map(({ type }) => type.replace('@w3m-app/', ''))

describe('Sign-in by email', () => {
  test('[A5] is not started by the page’s requests for accounts or signatures, which fail without loading the sign-in frame', async () => {
    const wallet = create()
    expect(await wallet.request({ method: 'eth_accounts' })).toEqual([])
    expect(await wallet.request({ method: 'eth_chainId' })).toBe('0x1')
    expect(await failure(wallet.request({ method: 'eth_requestAccounts' }))).toMatchObject({ code: 4100 })
    expect(await failure(wallet.request({ method: 'personal_sign', params: ['0x', ALICE] }))).toMatchObject({
      code: 4100,
    })
    expect(site().iframe()).toBeUndefined()
  })

  test('sends a code, accepts the code and stores the account', async () => {
    know()
    Object.assign(site().answers, {
      CONNECT_EMAIL: () => ({ action: 'VERIFY_OTP' }),
      CONNECT_OTP: () => undefined,
    })
    const wallet = create()
    const step = wallet.connectEmail('mara@driftmail.example')
    await settle()
    expect(await step).toBe('code')
    await wallet.connectCode('mara@driftmail.example', '123456')
    expect(site().last('CONNECT_OTP')!.payload).toEqual({ otp: '123456' })
    expect(site().last('GET_USER')!.payload).toMatchObject({
      chainId: 'eip155:1',
      preferredAccountType: 'smartAccount',
    })
    expect(await wallet.request({ method: 'eth_requestAccounts' })).toEqual([ALICE])
    const login = { by: 'email', address: ALICE, chainId: 1, email: 'mara@driftmail.example' }
    expect(JSON.parse(localStorage.getItem('billfold/login')!)).toEqual(login)
    expect(wallet.getLogin()).toEqual(login)
    expect(localStorage.getItem('billfold/login-sent')).toBeNull()
  })

  test('fails with the sign-in site’s message if the code is wrong', async () => {
    know()
    Object.assign(site().answers, { CONNECT_EMAIL: () => ({ action: 'VERIFY_OTP' }) })
    const wallet = create()
    const step = wallet.connectEmail('mara@driftmail.example')
    await settle()
    await step
    const wrong = failure(wallet.connectCode('mara@driftmail.example', '000000'))
    await vi.advanceTimersByTimeAsync(0)
    site().refuse('CONNECT_OTP', 'Wrong code')
    expect(await wrong).toMatchObject({ code: 'auth_refused', message: 'Wrong code' })
    expect(localStorage.getItem('billfold/login')).toBeNull()
  })

  test('fails with auth_too_soon within 30 s of the previous email, even after a reload', async () => {
    Object.assign(site().answers, { CONNECT_EMAIL: () => ({ action: 'VERIFY_DEVICE' }) })
    const first = create()
    const step = first.connectEmail('mara@driftmail.example')
    await settle()
    expect(await step).toBe('device')
    const wallet = create()
    expect(await failure(wallet.connectEmail('nadia@driftmail.example'))).toMatchObject({
      code: 'auth_too_soon',
    })
    await vi.advanceTimersByTimeAsync(30_000)
    const again = wallet.connectEmail('nadia@driftmail.example')
    await settle()
    expect(await again).toBe('device')
  })

  test('emits a single accountsChanged event if a different user was signed in until then', async () => {
    const wallet = await restored()
    Object.assign(site().answers, {
      CONNECT_OTP: () => undefined,
      GET_USER: () => ({ address: BOB, chainId: 1 }),
    })
    await wallet.connectCode('bob@driftmail.example', '123456')
    expect(await wallet.request({ method: 'eth_accounts' })).toEqual([BOB])
    expect(events).toEqual([['accountsChanged', [BOB]]])
  })

  test('fails if the sign-in site returns an account on a network that the page does not have', async () => {
    know(ALICE, 5)
    Object.assign(site().answers, { CONNECT_OTP: () => undefined })
    const wallet = create()
    const asked = failure(wallet.connectCode('mara@driftmail.example', '123456'))
    await settle()
    expect(await asked).toMatchObject({ code: 'auth_lost' })
    expect(localStorage.getItem('billfold/login')).toBeNull()
  })
})

describe('Sign-in with a social account', () => {
  const popup = () => {
    const made = { closed: false, close: () => (made.closed = true), location: { href: '' } }
    return made as unknown as Window & { closed: boolean; location: { href: string } }
  }

  test('[F17] accepts an answer only from the popup that it opened and from the sign-in site’s origin', async () => {
    know()
    Object.assign(site().answers, {
      GET_SOCIAL_REDIRECT_URI: () => ({ uri: 'https://id.example/authorize?state=1' }),
      CONNECT_SOCIAL: () => ({ address: ALICE, chainId: 1, userName: 'mara' }),
    })
    const wallet = create()
    const window = popup()
    const asked = wallet.connectSocial('google', window, never)
    await settle()
    expect(window.location.href).toBe('https://id.example/authorize?state=1')
    site().say({ resultUri: '?forged=1' }, { source: popup() })
    site().say({ resultUri: '?forged=2' }, { source: window, origin: 'https://id.example' })
    site().say({ resultUri: 7 }, { source: window })
    await vi.advanceTimersByTimeAsync(5_000)
    expect(types()).not.toContain('CONNECT_SOCIAL')
    site().say({ resultUri: '?auth=abc' }, { source: window })
    site().say({ resultUri: '?replayed=1' }, { source: window })
    await asked
    expect(site().asked.filter(({ type }) => type.endsWith('CONNECT_SOCIAL'))).toHaveLength(1)
    expect(site().last('CONNECT_SOCIAL')!.payload).toMatchObject({ uri: '?auth=abc' })
    expect(window.closed).toBe(true)
    expect(JSON.parse(localStorage.getItem('billfold/login')!)).toMatchObject({
      by: 'google',
      userName: 'mara',
    })
  })

  test('[F17] fails if the user closes the popup or the popup reports a refusal', async () => {
    Object.assign(site().answers, { GET_SOCIAL_REDIRECT_URI: () => ({ uri: 'https://id.example/' }) })
    const wallet = create()
    const closed = popup()
    const first = failure(wallet.connectSocial('google', closed, never))
    await settle()
    closed.closed = true
    await vi.advanceTimersByTimeAsync(1_001)
    expect(await first).toMatchObject({ code: 'auth_popup_closed' })
    const refusing = popup()
    const second = failure(wallet.connectSocial('google', refusing, never))
    await settle()
    site().say({ resultUri: '?error=access_denied%20by%20you' }, { source: refusing })
    expect(await second).toMatchObject({ code: 'auth_refused', message: 'access_denied by you' })
    expect(types()).not.toContain('CONNECT_SOCIAL')
  })

  test('[A62] leaves no stored data after a sign-out, even if the sign-in site does not answer', async () => {
    know()
    Object.assign(site().answers, {
      GET_SOCIAL_REDIRECT_URI: () => ({ uri: 'https://id.example/' }),
      CONNECT_SOCIAL: () => ({ address: ALICE, chainId: 1 }),
    })
    delete site().answers['SIGN_OUT']
    const wallet = create()
    const window = popup()
    const asked = wallet.connectSocial('discord', window, never)
    await settle()
    site().say({ resultUri: '?auth=abc' }, { source: window })
    await asked
    expect(localStorage.getItem('billfold/login')).toContain('discord')
    const left = wallet.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
    expect(localStorage.getItem('billfold/login')).toBeNull()
    expect(events).toEqual([['accountsChanged', []]])
    // The site never answers.
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await left).toBeNull()
    expect(types()).toContain('SIGN_OUT')
    expect(site().iframe()).toBeUndefined()
    expect(await wallet.request({ method: 'eth_accounts' })).toEqual([])
  })
})

describe('An email account after a reload', () => {
  test('is restored by asking the sign-in site once', async () => {
    store(10)
    know(ALICE, 'eip155:10')
    const wallet = create()
    const asked = Promise.all(
      ['eth_accounts', 'eth_chainId', 'eth_accounts'].map((method) => wallet.request({ method })),
    )
    await settle()
    expect(await asked).toEqual([[ALICE], '0xa', [ALICE]])
    expect(types().filter((type) => type === 'GET_USER')).toHaveLength(1)
    expect(site().last('GET_USER')!.payload).toMatchObject({
      chainId: 'eip155:10',
      rpcUrl: 'https://node.example/10',
    })
  })

  test('is forgotten if the sign-in site no longer knows the user, but kept if the site does not load', async () => {
    store()
    const wallet = create()
    const first = failure(wallet.request({ method: 'eth_accounts' }))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await first).toMatchObject({ code: 'auth_unavailable' })
    expect(localStorage.getItem('billfold/login')).not.toBeNull()
    site().answers['IS_CONNECTED'] = () => ({ isConnected: false })
    const second = wallet.request({ method: 'eth_accounts' })
    await settle()
    expect(await second).toEqual([])
    expect(localStorage.getItem('billfold/login')).toBeNull()
  })

  test('is the account of the user who signed in last, even if this sign-in happened in a different tab', async () => {
    const wallet = await restored()
    store(1, BOB)
    know(BOB)
    const accounts = wallet.request({ method: 'eth_accounts' })
    await settle()
    expect(await accounts).toEqual([BOB])
    localStorage.removeItem('billfold/login')
    expect(await wallet.request({ method: 'eth_accounts' })).toEqual([])
  })
})

describe('Requests to the email wallet', () => {
  test('fail if their method is unsupported, before the sign-in site is asked', async () => {
    const wallet = await restored()
    const before = site().asked.length
    for (const method of [
      'eth_sign',
      'eth_signTransaction',
      'wallet_addEthereumChain',
      'personal_ecRecover',
      '__proto__',
    ])
      expect(await failure(wallet.request({ method })), method).toMatchObject({ code: 4200 })
    expect(site().asked).toHaveLength(before)
  })

  test('are passed to the sign-in site, with whole numbers in hex and without showing the frame, if they only read data', async () => {
    const wallet = await restored()
    site().answers['RPC_REQUEST'] = () => '0x2a'
    expect(await wallet.request({ method: 'eth_getBalance', params: [ALICE, 18n] })).toBe('0x2a')
    expect(site().last('RPC_REQUEST')!.payload).toEqual({
      method: 'eth_getBalance',
      params: [ALICE, '0x12'],
      chainNamespace: 'eip155',
      chainId: 1,
      rpcUrl: 'https://node.example/1',
    })
    expect(site().modal.views()).toEqual([])
  })

  test.each([
    ['eth_sendTransaction', [{ from: BOB, to: ALICE }], 4100],
    ['eth_sendTransaction', [{ from: ALICE, chainId: '0xa' }], 4901],
    ['personal_sign', ['0x', BOB], 4100],
    ['eth_signTypedData_v4', [BOB, '{}'], 4100],
  ])(
    '[F14] are refused, before the sign-in site is asked, if %s names an account or network that is not connected: %j (error code %i)',
    async (method, params, code) => {
      const wallet = await restored()
      const before = site().asked.length
      expect(await failure(wallet.request({ method, params }))).toMatchObject({ code })
      expect(site().asked).toHaveLength(before)
    },
  )

  test.each([
    ['eth_getBalance', [ALICE, 'latest'], 'auth_timeout'],
    ['wallet_getCallsStatus', ['0x1'], 'auth_timeout'],
    ['eth_sendRawTransaction', ['0x02'], 'outcome_unknown'],
  ])(
    '[D31] time out after 30 seconds if the sign-in site does not answer %s with %j (error code %s)',
    async (method, params, code) => {
      const wallet = await restored()
      const asked = failure(wallet.request({ method, params }))
      await vi.advanceTimersByTimeAsync(30_000)
      expect(await asked).toMatchObject({ code })
    },
  )

  const send = { method: 'eth_sendTransaction', params: [{ from: ALICE, to: BOB, value: '0x1' }] }
  const sign = { method: 'personal_sign', params: ['0x68690a', ALICE] }

  test('[A8] [S1] are shown in the frame until the user approves, and fail with -32002 while an earlier request is shown in the frame', async () => {
    const wallet = await restored()
    const asked = wallet.request(send)
    await vi.advanceTimersByTimeAsync(0)
    expect(site().modal.views()).toEqual(['ApproveTransaction'])
    expect(await failure(wallet.request(sign))).toMatchObject({ code: -32002 })
    expect(types().filter((type) => type === 'RPC_REQUEST')).toHaveLength(1)
    site().succeed('RPC_REQUEST', HASH)
    expect(await asked).toBe(HASH)
    expect(site().modal.views()).toEqual([])
  })

  test('fail as declined if the user declines in the frame', async () => {
    const wallet = await restored()
    const asked = failure(wallet.request(send))
    await vi.advanceTimersByTimeAsync(0)
    site().refuse('RPC_REQUEST', 'Error: Magic RPC Error: [-32603] User rejected the request')
    expect(await asked).toMatchObject({ code: 4001 })
  })

  test('[S1] return the transaction hash if it arrives up to 3 s after the user closed the view', async () => {
    const wallet = await restored()
    const asked = wallet.request(send)
    await vi.advanceTimersByTimeAsync(0)
    site().modal.router.popTransactionStack('cancel')
    await vi.advanceTimersByTimeAsync(0)
    expect(site().modal.views()).toEqual([])
    expect(types().at(-1)).toBe('RPC_ABORT')
    await vi.advanceTimersByTimeAsync(2_900)
    site().succeed('RPC_REQUEST', HASH)
    expect(await asked).toBe(HASH)
  })

  test('[S1] end 3 s after the user closes the view, as outcome_unknown (payment) or declined (signature)', async () => {
    const wallet = await restored()
    for (const [args, code] of [
      [send, 'outcome_unknown'],
      [sign, 4001],
    ] as const) {
      const asked = failure(wallet.request(args))
      await settle()
      site().modal.router.popTransactionStack('cancel')
      await vi.advanceTimersByTimeAsync(3_001)
      expect(await asked).toMatchObject({ code })
      expect(site().iframe()).toBeUndefined()
    }
  })

  test.each([
    ['an invalid hash', '0x1234'],
    ['null', null],
    ['an object instead of a hash', { hash: HASH }],
  ])('end as outcome_unknown if a payment is answered with %s', async (_, answer) => {
    const wallet = await restored()
    const asked = failure(wallet.request(send))
    await vi.advanceTimersByTimeAsync(0)
    site().succeed('RPC_REQUEST', answer)
    expect(await asked).toMatchObject({ code: 'outcome_unknown' })
  })

  test('end as outcome_unknown if the frame loads a new document during a payment', async () => {
    const wallet = await restored()
    const asked = failure(wallet.request(send))
    await vi.advanceTimersByTimeAsync(0)
    for (let document = 0; document < 2; document += 1) site().iframe()!.dispatchEvent(new Event('load'))
    expect(await asked).toMatchObject({ code: 'outcome_unknown' })
  })

  test('are passed to the sign-in site if they switch the network, and the user’s account on the new network is fetched', async () => {
    const wallet = await restored()
    site().answers['SWITCH_NETWORK'] = () => ({ chainId: 10 })
    site().answers['GET_USER'] = () => ({ address: ALICE, chainId: '0xa' })
    expect(
      await wallet.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xa' }] }),
    ).toBeNull()
    expect(await wallet.request({ method: 'eth_chainId' })).toBe('0xa')
    expect(events).toEqual([['chainChanged', '0xa']])
    expect(
      await failure(wallet.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x5' }] })),
    ).toMatchObject({ code: 4902 })
  })
})

test('the email connector is created once per page, and loads the sign-in code on demand', async () => {
  const auth = createAuth(`${SITE}/sdk`)
  const page = {
    projectId: 'p',
    version: '0',
    metadata: { name: 'Driftwood' },
    networks,
    storage: localStorage,
    themeMode: { value: 'dark' as const, peek: () => 'dark' as const, subscribe: () => () => {} },
    getPlace: () => site().modal.approvals.place,
  }
  const connector = auth.toConnector(page)
  expect(auth.toConnector(page)).toBe(connector)
  expect(connector).toMatchObject({ type: 'AUTH', chain: 'eip155', restoreKey: 'auth' })
  const provider = connector.provider as AuthProvider
  expect(provider.origin).toBe(SITE)
  vi.useRealTimers()
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
  auth.stop()
  expect(auth.toConnector(page)).not.toBe(connector)
})

test('a user can sign in by email while the sign-in site has not yet answered a sign-out', async () => {
  const wallet = await restored()
  delete site().answers['SIGN_OUT']
  const left = wallet.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
  await vi.advanceTimersByTimeAsync(1_500)
  const step = wallet.connectEmail('theo@driftmail.example').then(
    (one) => one,
    (error: { code: string }) => error.code,
  )
  await vi.advanceTimersByTimeAsync(100)
  site().succeed('SIGN_OUT')
  await vi.advanceTimersByTimeAsync(0)
  expect(await left).toBeNull()
  Object.assign(site().answers, { CONNECT_EMAIL: () => ({ action: 'VERIFY_OTP' }) })
  await settle()
  await settle()
  expect(await step).toBe('code')
})

test('[D31] an email wallet has no account and no network on a page without EVM networks', async () => {
  const { wallet } = startAuthWallet(
    `${SITE}/sdk`,
    {
      projectId: 'p',
      version: '0',
      metadata: { name: 'Driftwood' },
      networks: [],
      storage: localStorage,
      themeMode: { value: 'dark', peek: () => 'dark', subscribe: () => () => {} },
      getPlace: () => site().modal.approvals.place,
    },
    () => {},
  )
  expect(await wallet.request({ method: 'eth_accounts' })).toEqual([])
  expect(await failure(wallet.request({ method: 'eth_chainId' }))).toMatchObject({ code: 4100 })
})

test('[D50] an email wallet rejects a malformed request with -32600, even before a sign-in', async () => {
  const wallet = create()
  for (const args of [undefined, null, 7, {}, { method: '' }, { method: 'eth_call', params: 'latest' }])
    expect(await failure(wallet.request(args as never))).toMatchObject({ code: -32600 })
})

test('[D24] an email wallet answers eth_call and eth_estimateGas for any account', async () => {
  const wallet = await restored()
  site().answers['RPC_REQUEST'] = () => '0x01'
  for (const method of ['eth_call', 'eth_estimateGas'])
    expect(await wallet.request({ method, params: [{ from: BOB, to: ALICE, data: '0x' }] })).toBe('0x01')
})

test('[A22] startOver() reloads the sign-in site, sends it the page’s data anew, and cancels pending requests', async () => {
  const wallet = create()
  const uri = wallet.getFarcasterUri(never).catch((error: unknown) => error)
  await settle()
  const countSyncs = () => site().asked.filter(({ type }) => type.endsWith('SYNC_DAPP_DATA')).length
  const [before, syncs] = [site().iframe(), countSyncs()]
  expect(before).toBeDefined()
  wallet.startOver()
  await settle()
  expect(site().iframe()).toBeDefined()
  expect(site().iframe()).not.toBe(before)
  expect(countSyncs()).toBe(syncs + 1)
  expect(await uri).toBeInstanceOf(Error)
})
