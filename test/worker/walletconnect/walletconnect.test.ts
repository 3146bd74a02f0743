/** WalletConnect from the page's commands to a real wallet kit, through a real relay. */
import { describe, expect, test } from 'vitest'
import { people } from '../../../sandbox/people/accounts.ts'
import { eventually } from '../../eventually.ts'
import {
  browser,
  clock,
  connect,
  everything,
  evm,
  expectSignature,
  failure,
  openTwo,
  phone,
  relay,
  sign,
  soon,
  stored,
  useRelay,
} from './link-world.ts'

useRelay()

test('a wallet that scans the WalletConnect link is connected on every namespace that the page and the wallet share', async () => {
  const tab = browser.openTab()
  const session = await connect(tab, everything)
  expect(session.peer).toEqual({ name: 'Pocket', url: 'https://pocket.example/' })
  expect(Object.keys(session.namespaces)).toEqual(['eip155', 'solana', 'bip122'])
  expect(session.namespaces.eip155).toMatchObject({
    accounts: [
      `eip155:31337:${people.mara.account.address}`,
      `eip155:31337:${people.theo.account.address}`,
      `eip155:31338:${people.mara.account.address}`,
      `eip155:31338:${people.theo.account.address}`,
    ],
    chains: ['eip155:31337', 'eip155:31338'],
  })
  expect(session.expiresAt).toBeGreaterThan(Date.now() + 6 * 86_400_000)
  await eventually(() => expect(tab.getState()).toMatchObject({ session, relay: 'connected' }))
})

describe('a WalletConnect request', () => {
  test('returns the wallet’s signature', async () => {
    const tab = browser.openTab()
    const signing = sign(tab, await connect(tab))
    expect(await phone.answer(true)).toMatchObject({ title: 'Sign a message' })
    await expectSignature(signing)
  })

  test('hides its method and its network from the relay', async () => {
    const tab = browser.openTab()
    const session = await connect(tab)
    const before = relay.calls.length
    const signing = sign(tab, session)
    await eventually(() => expect(phone.getQuestion()).toBeDefined())
    const told = relay.calls.slice(before).filter(({ method }) => method === 'irn_publish')
    expect(told.length).toBeGreaterThan(0)
    expect(JSON.stringify(told)).not.toMatch(/personal_sign|eip155/)
    await phone.answer(true)
    await expectSignature(signing)
  })

  test('fails with the wallet’s error code if the wallet does not support the request', async () => {
    const tab = browser.openTab()
    const { id } = await connect(tab)
    const request = { id, caipNetworkId: 'eip155:31337', method: 'wallet_switchEthereumChain' } as const
    const switching = tab.call('walletConnectRequest', { ...request, params: [{ chainId: '0x1' }] })
    expect(await failure(switching)).toBe('wallet_failed 4902')
  })

  test('is not sent if its method or network is unapproved, or its session unknown', async () => {
    const tab = browser.openTab()
    const { id } = await connect(tab)
    const before = relay.calls.length
    const request = { id, caipNetworkId: 'eip155:31337', method: 'eth_sign', params: [] } as const
    expect(await failure(tab.call('walletConnectRequest', request))).toBe('call_unsupported')
    const other = { ...request, caipNetworkId: 'eip155:1', method: 'personal_sign' } as const
    expect(await failure(tab.call('walletConnectRequest', other))).toBe('call_unsupported')
    const stranger = { ...request, id: 'a', method: 'personal_sign' }
    expect(await failure(tab.call('walletConnectRequest', stranger))).toBe('session_ended')
    expect(relay.calls.length).toBe(before)
  })

  test('[F15] survives the loss of the relay, and is answered when the relay is back', async () => {
    const tab = browser.openTab()
    const signing = sign(tab, await connect(tab))
    await eventually(() => expect(phone.getQuestion()).toBeDefined())
    await relay.stop('refuse')
    await eventually(() => expect(tab.getState()?.relay).toBe('lost'))
    await phone.answer(true)
    await relay.start()
    await expectSignature(signing)
    await eventually(() => expect(tab.getState()?.relay).toBe('connected'))
  })
})

describe('a WalletConnect pairing', () => {
  test('[A52] expires after four minutes', async () => {
    const tab = browser.openTab()
    const start = clock.now()
    const { id, uri, expiresAt } = await tab.call('walletConnectPair', { namespaces: evm })
    expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?.*symKey=[0-9a-f]{64}/)
    expect(expiresAt - start).toBeGreaterThanOrEqual(240_000)
    expect(expiresAt - clock.now()).toBeLessThanOrEqual(240_000)
    const approval = failure(tab.call('walletConnectApproval', { id }))
    clock.skip(239_000)
    expect(await Promise.race([approval, soon('waiting')])).toBe('waiting')
    clock.skip(1_000)
    expect(await approval).toBe('pairing_expired')
  })

  test('creates no session and stores nothing if the wallet declines it', async () => {
    const tab = browser.openTab()
    const { id, uri } = await tab.call('walletConnectPair', { namespaces: evm })
    const approval = failure(tab.call('walletConnectApproval', { id }))
    await phone.pair(uri)
    await phone.answer(false)
    expect(await approval).toBe('wallet_declined 5000')
    await eventually(() => expect(tab.getState()).toEqual({ session: undefined, relay: 'idle' }))
    await eventually(async () => expect(await stored()).toEqual([]))
  })

  test('fails as unexpected, not as a fault of the relay, if it has an invalid network id', async () => {
    const tab = browser.openTab()
    await connect(tab)
    const asked = { eip155: { chains: ['mainnet' as 'eip155:1'], methods: [], events: [] } }
    expect(await failure(tab.call('walletConnectPair', { namespaces: asked }))).toBe('unexpected')
  })

  test('[A52] [F31] is reported as expired after its time limit, even without a disk', async () => {
    const tab = browser.openTab()
    tab.loseDisk()
    tab.getState()
    const { id } = await tab.call('walletConnectPair', { namespaces: evm })
    clock.skip(240_000)
    await soon(undefined)
    expect(await failure(tab.call('walletConnectApproval', { id }))).toBe('pairing_expired')
  })

  test('replaces the existing session when a wallet approves the pairing', async () => {
    const tab = browser.openTab()
    const first = await connect(tab)
    const second = await connect(tab)
    expect(second.id).not.toBe(first.id)
    await eventually(() => expect(phone.getSessions().map(({ topic }) => topic)).toEqual([second.id]))
    await eventually(() => expect(tab.getState()?.session?.id).toBe(second.id))
  })
})

describe('the WalletConnect session', () => {
  test('[A61] [F33] ends in the wallet too when the page disconnects, and is removed from the store', async () => {
    const tab = browser.openTab()
    const { id } = await connect(tab)
    expect(await stored()).toContain('walletconnect/session')
    await tab.call('walletConnectEnd', { id })
    await eventually(() => expect(tab.getState()).toEqual({ session: undefined, relay: 'idle' }))
    await eventually(() => expect(phone.getSessions()).toEqual([]))
    await eventually(async () => expect(await stored()).toEqual([]))
  })

  test('[F15] ends on the page when the wallet disconnects, and the outcome of the open request is unknown', async () => {
    const tab = browser.openTab()
    const session = await connect(tab)
    const signing = failure(sign(tab, session))
    await eventually(() => expect(phone.getQuestion()).toBeDefined())
    await phone.end(session.id)
    expect(await signing).toBe('outcome_unknown')
    await eventually(() => expect(tab.getState()?.session).toBeUndefined())
    expect(await failure(sign(tab, session))).toBe('session_ended')
    await eventually(async () => expect(await stored()).toEqual([]))
  })

  test('is restored at once after a reload, and can be used for a signature', async () => {
    const before = browser.openTab()
    const session = await connect(before)
    before.close()
    const tab = browser.openTab()
    tab.getState()
    await eventually(() => expect(tab.getState()?.session).toEqual(session))
    const signing = sign(tab, session)
    await phone.answer(true)
    await expectSignature(signing)
  })

  test('follows the wallet’s selected account, and reports the wallet’s change of network', async () => {
    const tab = browser.openTab()
    await connect(tab)
    await phone.select(people.theo.account.address)
    await eventually(() =>
      expect(tab.getState()?.session?.namespaces.eip155?.accounts[0]).toBe(
        `eip155:31337:${people.theo.account.address}`,
      ),
    )
    await phone.goTo(31338)
    await eventually(() =>
      expect(tab.events).toEqual([{ caipNetworkId: 'eip155:31338', name: 'chainChanged', data: 31338 }]),
    )
  })

  test('ends when it expires', async () => {
    const before = browser.openTab()
    const session = await connect(before)
    before.close()
    clock.skip(session.expiresAt - clock.now())
    const tab = browser.openTab()
    tab.getState()
    await eventually(() => expect(tab.getState()).toEqual({ session: undefined, relay: 'idle' }))
  })
})

describe('the WalletConnect session in two tabs', () => {
  test('reports the same events to both tabs, once and in order', async () => {
    const [leading, other] = await openTwo()
    await phone.goTo(31338)
    await phone.goTo(31337)
    for (const tab of [leading, other])
      await eventually(() => expect(tab.events.map(({ data }) => data)).toEqual([31338, 31337]))
  })

  test('ends in both tabs when one of the tabs disconnects the session', async () => {
    const [leading, other, { id }] = await openTwo()
    await other.call('walletConnectEnd', { id })
    for (const tab of [leading, other])
      await eventually(() => expect(tab.getState()).toEqual({ session: undefined, relay: 'idle' }))
    await eventually(() => expect(phone.getSessions()).toEqual([]))
    await eventually(async () => expect(await stored()).toEqual([]))
  })
})

describe('a page without a WalletConnect session', () => {
  test('does not load the WalletConnect code, and does not contact the relay', async () => {
    const tab = browser.openTab()
    await eventually(() => expect(tab.getState()).toEqual({ session: undefined, relay: 'idle' }))
    await soon(undefined, 200)
    expect(browser.loaded).not.toContain('walletconnect')
    expect(relay.calls).toEqual([])
  })
})
