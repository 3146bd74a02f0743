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

test('a wallet that scans the link is connected on every namespace that both know', async () => {
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

describe('a request', () => {
  test('comes back signed to who asked', async () => {
    const tab = browser.openTab()
    const signing = sign(tab, await connect(tab))
    expect(await phone.answer(true)).toMatchObject({ title: 'Sign a message' })
    await expectSignature(signing)
  })

  test('tells the relay nothing of what is asked, or where', async () => {
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

  test('that the wallet cannot do has the wallet’s own number', async () => {
    const tab = browser.openTab()
    const { id } = await connect(tab)
    const request = { id, caipNetworkId: 'eip155:31337', method: 'wallet_switchEthereumChain' } as const
    const switching = tab.call('walletConnectRequest', { ...request, params: [{ chainId: '0x1' }] })
    expect(await failure(switching)).toBe('wallet_failed 4902')
  })

  test('for what was not approved, or of another session, does not leave', async () => {
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

  test('[F15] survives the end of the relay, and its answer comes when the relay is back', async () => {
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

describe('a link', () => {
  test('[A52] is good for four minutes', async () => {
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

  test('that the person declines in the wallet connects nobody, and leaves nothing', async () => {
    const tab = browser.openTab()
    const { id, uri } = await tab.call('walletConnectPair', { namespaces: evm })
    const approval = failure(tab.call('walletConnectApproval', { id }))
    await phone.pair(uri)
    await phone.answer(false)
    expect(await approval).toBe('wallet_declined 5000')
    await eventually(() => expect(tab.getState()).toEqual({ session: undefined, relay: 'idle' }))
    await eventually(async () => expect(await stored()).toEqual([]))
  })

  test('cannot be made for what is no network, and the relay is not blamed for it', async () => {
    const tab = browser.openTab()
    await connect(tab)
    const asked = { eip155: { chains: ['mainnet' as 'eip155:1'], methods: [], events: [] } }
    expect(await failure(tab.call('walletConnectPair', { namespaces: asked }))).toBe('unexpected')
  })

  test('[A52] [F31] that is over says so where there is no disk, too', async () => {
    const tab = browser.openTab()
    tab.loseDisk()
    tab.getState()
    const { id } = await tab.call('walletConnectPair', { namespaces: evm })
    clock.skip(240_000)
    await soon(undefined)
    expect(await failure(tab.call('walletConnectApproval', { id }))).toBe('pairing_expired')
  })

  test('of a second wallet ends the session with the first', async () => {
    const tab = browser.openTab()
    const first = await connect(tab)
    const second = await connect(tab)
    expect(second.id).not.toBe(first.id)
    await eventually(() => expect(phone.getSessions().map(({ topic }) => topic)).toEqual([second.id]))
    await eventually(() => expect(tab.getState()?.session?.id).toBe(second.id))
  })
})

describe('the session', () => {
  test('[A61] [F33] that the page ends is gone at once, in the wallet too, and nothing of it is kept', async () => {
    const tab = browser.openTab()
    const { id } = await connect(tab)
    expect(await stored()).toContain('walletconnect/session')
    await tab.call('walletConnectEnd', { id })
    await eventually(() => expect(tab.getState()).toEqual({ session: undefined, relay: 'idle' }))
    await eventually(() => expect(phone.getSessions()).toEqual([]))
    await eventually(async () => expect(await stored()).toEqual([]))
  })

  test('[F15] that the wallet ends is gone here, and what was being asked has no known outcome', async () => {
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

  test('is there again after a reload, at once, and works', async () => {
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

  test('follows the wallet to another account and tells of another network', async () => {
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

  test('ends with its time', async () => {
    const before = browser.openTab()
    const session = await connect(before)
    before.close()
    clock.skip(session.expiresAt - clock.now())
    const tab = browser.openTab()
    tab.getState()
    await eventually(() => expect(tab.getState()).toEqual({ session: undefined, relay: 'idle' }))
  })
})

describe('two tabs', () => {
  test('hear of the same events, once and in order', async () => {
    const [leading, other] = await openTwo()
    await phone.goTo(31338)
    await phone.goTo(31337)
    for (const tab of [leading, other])
      await eventually(() => expect(tab.events.map(({ data }) => data)).toEqual([31338, 31337]))
  })

  test('the session that one of them ends is gone in both', async () => {
    const [leading, other, { id }] = await openTwo()
    await other.call('walletConnectEnd', { id })
    for (const tab of [leading, other])
      await eventually(() => expect(tab.getState()).toEqual({ session: undefined, relay: 'idle' }))
    await eventually(() => expect(phone.getSessions()).toEqual([]))
    await eventually(async () => expect(await stored()).toEqual([]))
  })
})

describe('without a connection', () => {
  test('no code of WalletConnect is loaded, and nothing is asked', async () => {
    const tab = browser.openTab()
    await eventually(() => expect(tab.getState()).toEqual({ session: undefined, relay: 'idle' }))
    await soon(undefined, 200)
    expect(browser.loaded).not.toContain('walletconnect')
    expect(relay.calls).toEqual([])
  })
})
