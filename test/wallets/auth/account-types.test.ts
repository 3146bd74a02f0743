// @vitest-environment happy-dom
/** Both accounts of somebody who signs in by email or a social account, against a site that may misbehave. */
import { signal } from '@preact/signals-core'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { toNetwork } from '../../../src/core/chains/networks.ts'
import type { AccountTypes } from '../../../src/wallets/account-types.ts'
import { startAuthWallet } from '../../../src/wallets/auth/start-auth-wallet.ts'
import { SITE, useFakeSite } from './fake-site.ts'

const site = useFakeSite()
const OWNER = `0x${'a1'.repeat(20)}`
const SMART = `0x${'5a'.repeat(20)}`
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
let accountTypes = signal<AccountTypes>({})
beforeEach(() => {
  events.splice(0)
  accountTypes = signal<AccountTypes>({ eip155: 'smartAccount' })
})

const create = () =>
  startAuthWallet(
    `${SITE}/sdk`,
    {
      projectId: 'p',
      version: '0',
      metadata: { name: 'Driftwood' },
      networks,
      storage: localStorage,
      themeMode: { value: 'dark', peek: () => 'dark', subscribe: () => () => {} },
      accountTypes,
      getPlace: () => site().modal.approvals.place,
    },
    (event, value) => void events.push([event, value]),
  )

/** Lets everything happen that needs no more than the time that the site needs to load. */
async function settle(ms = 600): Promise<void> {
  await vi.advanceTimersByTimeAsync(0)
  site().ready()
  await vi.advanceTimersByTimeAsync(ms)
}

/** A site whose person has a smart account; it uses the one that it was asked for last. */
function know(more: Record<string, unknown> = {}): { used: string } {
  const state = { used: 'smartAccount' }
  const toUser = () => ({
    address: state.used === 'eoa' ? OWNER : SMART,
    chainId: 1,
    accounts: [
      { address: OWNER, type: 'eoa' },
      { address: SMART, type: 'smartAccount' },
    ],
    preferredAccountType: state.used,
    smartAccountDeployed: false,
    ...more,
  })
  Object.assign(site().answers, {
    IS_CONNECTED: () => ({ isConnected: true }),
    GET_USER(payload: { preferredAccountType: string }) {
      state.used = payload.preferredAccountType
      return toUser()
    },
    SET_PREFERRED_ACCOUNT(payload: { type: string }) {
      state.used = payload.type
      return { type: payload.type, address: toUser().address }
    },
    SWITCH_NETWORK: () => ({ chainId: 1 }),
  })
  return state
}

async function restored() {
  localStorage.setItem('billfold/login', JSON.stringify({ by: 'email', address: OWNER, chainId: 1 }))
  const started = create()
  const accounts = started.wallet.request({ method: 'eth_accounts' })
  await settle()
  return { ...started, accounts: await accounts }
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    (value) => expect.unreachable(`It gave ${JSON.stringify(value)}`) as never,
    (error: { code: number | string; message: string; context?: object }) => error,
  )
const types = () => site().asked.map(({ type }) => type.replace('@w3m-app/', ''))

describe('[S15] [A117] The active email account', () => {
  test('is the smart account by default, and the sign-in site is asked to use that account', async () => {
    know()
    const { accounts, getAccountType, isDeployed } = await restored()
    expect(accounts).toEqual([SMART, OWNER])
    expect([getAccountType(SMART), getAccountType(OWNER.toUpperCase().replace('0X', '0x'))]).toEqual([
      'smartAccount',
      'eoa',
    ])
    expect(isDeployed()).toBe(false)
    expect(site().last('GET_USER')!.payload).toMatchObject({ preferredAccountType: 'smartAccount' })
  })

  test('is the plain account if the page or the user prefers that type', async () => {
    know()
    accountTypes.value = { eip155: 'eoa' }
    const { accounts } = await restored()
    expect(accounts).toEqual([OWNER, SMART])
    expect(site().last('GET_USER')!.payload).toMatchObject({ preferredAccountType: 'eoa' })
  })

  test.each([
    ['no list of accounts', { accounts: undefined, preferredAccountType: undefined, address: OWNER }],
    ['an unknown type', { accounts: [{ address: OWNER, type: 'vault' }], address: OWNER }],
    ['a string instead of a list', { accounts: 'all', preferredAccountType: 'both', address: OWNER }],
    [
      'a list of invalid accounts',
      {
        accounts: [{ address: 'no', type: 'smartAccount' }, 7, null],
        preferredAccountType: 7,
        address: OWNER,
      },
    ],
  ])('is a plain account if the sign-in site answers with %s', async (_, answer) => {
    know(answer)
    const { accounts, getAccountType } = await restored()
    expect(accounts).toEqual([OWNER])
    expect(getAccountType(OWNER)).toBe('eoa')
  })

  test('has the account type that the sign-in site reports if the site sends no list of accounts', async () => {
    know({ accounts: undefined, address: SMART, preferredAccountType: 'smartAccount' })
    const { accounts, getAccountType } = await restored()
    expect([accounts, getAccountType(SMART)]).toEqual([[SMART], 'smartAccount'])
  })

  test('is stored under the same address after a change of its type, so that other tabs recognise it', async () => {
    know()
    const { wallet } = await restored()
    expect(JSON.parse(localStorage.getItem('billfold/login')!)).toMatchObject({ address: OWNER })
    accountTypes.value = { eip155: 'eoa' }
    await vi.advanceTimersByTimeAsync(0)
    expect(JSON.parse(localStorage.getItem('billfold/login')!)).toMatchObject({ address: OWNER })
    const before = types().length
    expect(await wallet.request({ method: 'eth_accounts' })).toEqual([OWNER, SMART])
    expect(types()).toHaveLength(before)
  })
})

describe('[S15] [A118] The account type of an email account', () => {
  test('changes at once: the account of the new type becomes active, and the sign-in site is told', async () => {
    const state = know()
    await restored()
    accountTypes.value = { eip155: 'eoa' }
    expect(events).toEqual([['accountsChanged', [OWNER, SMART]]])
    await vi.advanceTimersByTimeAsync(0)
    expect(site().last('SET_PREFERRED_ACCOUNT')!.payload).toEqual({ type: 'eoa' })
    expect(types().at(-1)).toBe('GET_USER')
    expect(state.used).toBe('eoa')
  })

  test('is switched in the sign-in site, before a signature is requested, to the type of the account that the request names', async () => {
    const state = know()
    const { wallet } = await restored()
    for (const [address, type] of [
      [SMART, 'smartAccount'],
      [OWNER, 'eoa'],
    ]) {
      state.used = type === 'eoa' ? 'smartAccount' : 'eoa'
      const asked = wallet.request({ method: 'personal_sign', params: ['0x68690a', address] })
      await vi.advanceTimersByTimeAsync(0)
      expect(state.used).toBe(type)
      site().succeed('RPC_REQUEST', '0x1234')
      expect(await asked).toBe('0x1234')
    }
  })

  test('makes a signature or payment request fail before the request is sent if the sign-in site does not switch to the requested type', async () => {
    know()
    const { wallet } = await restored()
    Object.assign(site().answers, { GET_USER: () => ({ address: SMART, chainId: 1 }) })
    for (const [method, params] of [
      ['eth_sendTransaction', [{ from: OWNER, to: SMART, value: '0x1' }]],
      ['personal_sign', [SMART, OWNER]],
      ['eth_signTypedData_v4', [OWNER, '{}']],
    ] as const) {
      const error = failure(wallet.request({ method, params }))
      await vi.advanceTimersByTimeAsync(0)
      expect(await error).toMatchObject({ code: 'account_changed', context: { isAsked: false } })
    }
    expect(types()).not.toContain('RPC_REQUEST')
  })

  test('is switched in the sign-in site to the type of the active account before a payment that names no sender', async () => {
    const state = know()
    const { wallet } = await restored()
    state.used = 'eoa'
    const asked = wallet.request({ method: 'eth_sendTransaction', params: [{ to: OWNER, value: '0x1' }] })
    await vi.advanceTimersByTimeAsync(0)
    expect(state.used).toBe('smartAccount')
    site().succeed('RPC_REQUEST', HASH)
    expect(await asked).toBe(HASH)
  })

  test('stays the same after the user switches to a different network', async () => {
    know()
    const { wallet } = await restored()
    accountTypes.value = { eip155: 'eoa' }
    const { GET_USER } = site().answers
    site().answers['GET_USER'] = (payload) => ({
      ...(GET_USER!(payload) as object),
      chainId: payload!['chainId'] === 'eip155:10' ? 10 : 1,
    })
    const params = [{ chainId: '0xa' }]
    const moved = wallet.request({ method: 'wallet_switchEthereumChain', params })
    await vi.advanceTimersByTimeAsync(0)
    expect(await moved).toBeNull()
    expect(await wallet.request({ method: 'eth_chainId' })).toBe('0xa')
    expect(await wallet.request({ method: 'eth_accounts' })).toEqual([OWNER, SMART])
  })

  test('cannot be changed by a user with only one account, and the sign-in site is not asked', async () => {
    know({ accounts: [{ address: OWNER, type: 'eoa' }], address: OWNER })
    await restored()
    const before = types().length
    accountTypes.value = { eip155: 'eoa' }
    await vi.advanceTimersByTimeAsync(0)
    expect([events, types().length]).toEqual([[], before])
  })
})
