/** WalletConnect from the page's commands to a real wallet kit, through a real relay. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { recoverMessageAddress, toHex } from 'viem'
import { people } from '../../../sandbox/accounts.ts'
import { type Relay, startRelay } from '../../../sandbox/walletconnect/relay.ts'
import type { BillfoldError } from '../../../src/core/errors.ts'
import type {
  WalletConnectProposal,
  WalletConnectSession,
  WalletConnectState,
} from '../../../src/core/walletconnect.ts'
import { eventually } from '../../eventually.ts'
import { dump, IDBKeyRange } from '../store/disk.ts'
import { createDurableStore } from '../../../worker/store/durable.ts'
import { systemClock } from '../../../worker/system-clock.ts'
import { type Browser, createSkippingClock, openBrowser, type SkippingClock, type Tab } from './open-tab.ts'
import { openPhone, type TestPhone } from './wallet-kit.ts'

const evm: WalletConnectProposal = {
  eip155: {
    chains: ['eip155:31337', 'eip155:31338'],
    methods: ['personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain'],
    events: ['chainChanged', 'accountsChanged'],
  },
}
const everything: WalletConnectProposal = {
  ...evm,
  solana: { chains: ['solana:localnet'], methods: ['solana_signMessage'], events: [] },
  bip122: {
    chains: ['bip122:0f9188f13cb7b2c71f2a335e3a4fc328'],
    methods: ['signMessage', 'signPsbt'],
    events: [],
  },
}

let relay: Relay
let phone: TestPhone
let browser: Browser
let clock: SkippingClock

beforeEach(async () => {
  relay = await startRelay()
  phone = await openPhone(relay.url)
  clock = createSkippingClock()
  browser = openBrowser(relay.url, clock)
})
afterEach(async () => {
  vi.restoreAllMocks()
  browser.closeAll()
  await phone.close()
  await relay.close()
})

async function connect(tab: Tab, asked = evm): Promise<WalletConnectSession> {
  tab.getState()
  const { id, uri } = await tab.call('walletConnectPair', { namespaces: asked })
  const approval = tab.call('walletConnectApproval', { id })
  await phone.pair(uri)
  await phone.answer(true)
  return (await approval).session
}

test('[A129] whoever asks the API says which client it is, as long as there is one', async () => {
  const tab = browser.openTab()
  async function readClientId(): Promise<string | null> {
    await tab.call('searchWallets', { words: 'tern' }).catch(() => {})
    return tab.requests.at(-1)!.searchParams.get('clientId')
  }
  expect(await readClientId()).toBeNull()
  const { id } = await connect(tab)
  expect(await readClientId()).toMatch(/^did:key:z/)
  await tab.call('walletConnectEnd', { id })
  await eventually(async () => expect(await readClientId()).toBeNull())
})

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

const message = toHex('Ahoy')
const address = people.mara.account.address

function sign(tab: Tab, { id }: WalletConnectSession): Promise<unknown> {
  const params = [message, address]
  return tab.call('walletConnectRequest', {
    id,
    caipNetworkId: 'eip155:31338',
    method: 'personal_sign',
    params,
  })
}

async function expectSignature(signing: Promise<unknown>): Promise<void> {
  const signature = (await signing) as `0x${string}`
  expect(await recoverMessageAddress({ message: { raw: message }, signature })).toBe(address)
}

/** The error's code, and the wallet's own where it gave one. */
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    ({ code, context }: BillfoldError) =>
      [code, context['code']].filter((part) => part !== undefined).join(' '),
  )

/** Which records of WalletConnect the disk holds. */
async function stored(): Promise<string[]> {
  const found = (await dump(browser.indexedDB)).match(/walletconnect\/(?:session|client)/g)
  return [...new Set(found)]
}

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

  test('that is declined is the person’s no, and the next one is asked', async () => {
    const tab = browser.openTab()
    const session = await connect(tab)
    const declined = sign(tab, session)
    await phone.answer(false)
    expect(await failure(declined)).toBe('wallet_declined 4001')
    const signing = sign(tab, session)
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

  test('[F15] without a relay does not leave, and says so within 5 s; a later one does', async () => {
    const tab = browser.openTab()
    const session = await connect(tab)
    await relay.stop('refuse')
    const start = clock.now()
    await eventually(() => expect(tab.getState()?.relay).toBe('lost'))
    expect(await after(4_500, failure(sign(tab, session)))).toBe('relay_unreachable')
    expect(clock.now() - start).toBeLessThan(5_500)
    await relay.start()
    await eventually(() => expect(tab.getState()?.relay).toBe('connected'))
    expect(phone.getQuestion()).toBeUndefined()
    const signing = sign(tab, session)
    await phone.answer(true)
    await expectSignature(signing)
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
    await vi.waitFor(async () => expect(await stored()).toEqual([]))
  })

  test('[F15] that was given up connects nobody, whatever the wallet does', async () => {
    const tab = browser.openTab()
    const other = await tab.call('walletConnectPair', { namespaces: evm })
    const { id, uri } = await tab.call('walletConnectPair', { namespaces: evm })
    await phone.pair(uri)
    await eventually(() => expect(phone.getQuestion()).toBeDefined())
    const cancel = new AbortController()
    const approval = failure(tab.call('walletConnectApproval', { id }, cancel.signal))
    await soon(undefined)
    cancel.abort()
    expect(await approval).toBe('aborted')
    await phone.answer(true).catch(() => {})
    await soon(undefined, 2_000)
    expect(tab.getState()?.session).toBeUndefined()
    expect(await stored()).not.toContain('walletconnect/session')
    // The other link is as good as before.
    const approved = tab.call('walletConnectApproval', { id: other.id })
    await phone.pair(other.uri)
    await phone.answer(true)
    expect((await approved).session).toMatchObject({ peer: { name: 'Pocket' } })
  })

  test('[F15] cannot be made without a relay: that is said within 5 s, and the next one is', async () => {
    await relay.stop('refuse')
    const tab = browser.openTab()
    const start = clock.now()
    const pairing = failure(tab.call('walletConnectPair', { namespaces: evm }))
    expect(await after(4_500, pairing)).toBe('relay_unreachable')
    expect(clock.now() - start).toBeLessThan(5_500)
    await relay.start()
    expect(await connect(tab)).toMatchObject({ peer: { name: 'Pocket' } })
  })

  test('cannot be made for what is no network, and the relay is not blamed for it', async () => {
    const tab = browser.openTab()
    await connect(tab)
    const asked = { eip155: { chains: ['mainnet' as 'eip155:1'], methods: [], events: [] } }
    expect(await failure(tab.call('walletConnectPair', { namespaces: asked }))).toBe('unexpected')
  })

  test('[F15] cannot be made where the relay never answers: that is said within 5 s', async () => {
    await relay.stop('hang')
    const tab = browser.openTab()
    const start = clock.now()
    const pairing = failure(tab.call('walletConnectPair', { namespaces: evm }))
    expect(await after(4_500, pairing)).toBe('relay_unreachable')
    expect(clock.now() - start).toBeLessThan(5_500)
  })

  test('[F15] cannot be made without a relay: the time in which its code was loaded counts', async () => {
    await relay.stop('refuse')
    const come = browser.holdBack('walletconnect')
    const tab = browser.openTab()
    const start = clock.now()
    const pairing = failure(tab.call('walletConnectPair', { namespaces: evm }))
    await eventually(() => expect(browser.loaded).toContain('walletconnect'))
    clock.skip(2_400)
    come()
    expect(await after(2_100, pairing)).toBe('relay_unreachable')
    expect(clock.now() - start).toBeLessThan(5_500)
  })

  test('[F15] is made although its code came late: no relay is blamed for that', async () => {
    const come = browser.holdBack('walletconnect')
    const tab = browser.openTab()
    const pairing = tab.call('walletConnectPair', { namespaces: evm })
    await eventually(() => expect(browser.loaded).toContain('walletconnect'))
    // By then it is known that the leading tab is awake.
    await soon(undefined, 1_000)
    clock.skip(20_000)
    come()
    expect((await pairing).uri).toMatch(/^wc:/)
  })

  test.each([
    ['all the time', true],
    ['once it is connected', false],
  ])('[F31] is made and approved where there is no disk, by a page that watches %s', async (_, isEarly) => {
    const tab = browser.openTab()
    tab.loseDisk()
    if (isEarly) tab.getState()
    const { id, uri } = await tab.call('walletConnectPair', { namespaces: evm })
    const approval = tab.call('walletConnectApproval', { id })
    await phone.pair(uri)
    await phone.answer(true)
    const { session } = await approval
    await soon(undefined)
    tab.getState()
    const signing = sign(tab, session)
    await phone.answer(true)
    await expectSignature(signing)
    await after(
      5_000,
      eventually(() => expect(tab.getState()).toEqual({ session, relay: 'connected' })),
    )
    await tab.call('walletConnectEnd', { id: session.id }).catch(() => {})
    await eventually(() => expect(phone.getSessions()).toEqual([]))
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
    await vi.waitFor(async () => expect(await stored()).toEqual([]))
  })

  test('[T18] ends here first, also where the wallet cannot be told', async () => {
    const tab = browser.openTab()
    const { id } = await connect(tab)
    await eventually(() => expect(tab.getState()?.session).toBeDefined())
    await relay.stop('refuse')
    const start = clock.now()
    const ending = tab.call('walletConnectEnd', { id })
    await vi.waitFor(() => expect(tab.getState()?.session).toBeUndefined(), { timeout: 1_000 })
    await after(5_000, ending)
    expect(clock.now() - start).toBeLessThan(6_000)
    await vi.waitFor(async () => expect(await stored()).toEqual([]))
  })

  test('[A61] [F33] that a tab ends which has not looked at it yet is gone in the wallet too', async () => {
    const before = browser.openTab()
    const { id } = await connect(before)
    before.close()
    await browser.openTab().call('walletConnectEnd', { id })
    await eventually(() => expect(phone.getSessions()).toEqual([]))
    await vi.waitFor(async () => expect(await stored()).toEqual([]))
  })

  test('[T18] ends also where the code of WalletConnect cannot be had, and nothing of it is kept', async () => {
    const before = browser.openTab()
    const { id } = await connect(before)
    before.close()
    browser.forbid('walletconnect')
    const tab = browser.openTab()
    await eventually(() => expect(tab.getState()).toMatchObject({ session: { id }, relay: 'lost' }))
    await tab.call('walletConnectEnd', { id })
    await eventually(() => expect(tab.getState()?.session).toBeUndefined())
    expect(await stored()).toEqual([])
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
    await vi.waitFor(async () => expect(await stored()).toEqual([]))
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

  test('[F15] that the wallet ended while nobody was there is gone after a reload', async () => {
    const before = browser.openTab()
    const session = await connect(before)
    before.close()
    await soon(undefined)
    await phone.end(session.id)
    const tab = browser.openTab()
    await eventually(() => expect(tab.getState()?.session).toEqual(session))
    await eventually(() => expect(tab.getState()).toEqual({ session: undefined, relay: 'idle' }))
  })

  test('is there without a relay after a reload, and says that it is lost', async () => {
    const before = browser.openTab()
    const session = await connect(before)
    before.close()
    await relay.stop('refuse')
    const tab = browser.openTab()
    await eventually(() => expect(tab.getState()).toEqual({ session, relay: 'connecting' }))
    await after(
      4_500,
      eventually(() => expect(tab.getState()).toEqual({ session, relay: 'lost' })),
    )
    await relay.start()
    await eventually(() => expect(tab.getState()).toEqual({ session, relay: 'connected' }))
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
  /** The first one leads: it has connected. */
  async function openTwo(): Promise<[leading: Tab, other: Tab, session: WalletConnectSession]> {
    const leading = browser.openTab()
    const session = await connect(leading)
    const other = browser.openTab()
    other.getState()
    await eventually(() => expect(other.getState()).toEqual({ session, relay: 'connected' }))
    return [leading, other, session]
  }

  test('have one client: the other one asks through it, and each has its own answer', async () => {
    const [leading, other, session] = await openTwo()
    const failing = failure(sign(leading, session))
    await phone.answer(false)
    const signing = sign(other, session)
    await phone.answer(true)
    await expectSignature(signing)
    expect(await failing).toBe('wallet_declined 4001')
    expect(browser.loaded.filter((name) => name === 'walletconnect')).toHaveLength(1)
  })

  test('one that looked before anybody was connected hears of the session', async () => {
    const early = browser.openTab()
    await eventually(() => expect(early.getState()).toEqual({ session: undefined, relay: 'idle' }))
    const session = await connect(browser.openTab())
    await eventually(() => expect(early.getState()).toEqual({ session, relay: 'connected' }))
  })

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
    await vi.waitFor(async () => expect(await stored()).toEqual([]))
  })

  test('where the leading one is closed a request has no known outcome, and the next one leads', async () => {
    const [leading, other, session] = await openTwo()
    const signing = failure(sign(other, session))
    await eventually(() => expect(phone.getQuestion()).toBeDefined())
    leading.close()
    expect(await signing).toBe('outcome_unknown')
    await phone.answer(true)
    await eventually(() => expect(other.getState()).toEqual({ session, relay: 'connected' }))
    const again = sign(other, session)
    await phone.answer(true)
    await expectSignature(again)
  })

  test('[T17] [F31] the tab that leads next, and cannot read its disk for a moment, ends no session', async () => {
    const [leading, next, session] = await openTwo()
    const third = browser.openTab()
    third.getState()
    await eventually(() => expect(third.getState()?.session).toEqual(session))
    const giveBack = next.loseDisk()
    leading.close()
    await soon(undefined, 500)
    // What nobody can know is not guessed, and not asked of the wallet later.
    expect(await failure(sign(third, session))).toBe('store_unavailable')
    for (const tab of [next, third]) expect(tab.getState()?.session).toEqual(session)
    giveBack()
    passDiskPause()
    await eventually(() => expect(browser.loaded.filter((name) => name === 'walletconnect')).toHaveLength(2))
    expect(phone.getQuestion()).toBeUndefined()
    const signing = sign(third, session)
    await phone.answer(true)
    await expectSignature(signing)
  })

  test.each([
    ['there again when the code of WalletConnect is', true],
    ['there again when the link was given up', false],
  ])(
    '[T17] [F31] a link that the next one makes without its disk ends no session: %s',
    async (_, isEarly) => {
      const [leading, next, session] = await openTwo()
      const states: unknown[] = []
      const giveBack = next.loseDisk()
      leading.close()
      await soon(undefined, 500)
      const come = browser.holdBack('walletconnect')
      const pairing = next.call('walletConnectPair', { namespaces: evm })
      await soon(undefined, 500)
      if (isEarly) {
        giveBack()
        passDiskPause()
      }
      come()
      const { id } = await pairing
      states.push(next.getState())
      // Nobody knows of it, and none is asked later.
      expect(await failure(sign(next, session))).toBe('store_unavailable')
      const giveUp = new AbortController()
      const approval = failure(next.call('walletConnectApproval', { id }, giveUp.signal))
      await soon(undefined)
      states.push(next.getState())
      giveUp.abort()
      await approval
      if (!isEarly) {
        giveBack()
        passDiskPause()
      }
      await eventually(() => expect(next.getState()).toEqual({ session, relay: 'connected' }))
      for (const state of states)
        expect(state).toSatisfy((one: WalletConnectState) => one.isUnknown ?? one.session?.id === session.id)
      const signing = sign(next, session)
      await phone.answer(true)
      await expectSignature(signing)
    },
  )

  test('where the leading one is asleep a request does not leave, and that is said', async () => {
    const [leading, other, session] = await openTwo()
    leading.freeze()
    expect(await after(4_000, failure(sign(other, session)))).toBe('leader_missing')
    expect(phone.getQuestion()).toBeUndefined()
    leading.close()
    const signing = sign(other, session)
    await phone.answer(true)
    await expectSignature(signing)
  })

  test('what the leading one was not awake to take goes to the next one when that one is closed', async () => {
    const [leading, other, session] = await openTwo()
    leading.freeze()
    const signing = sign(other, session)
    await soon(undefined)
    leading.close()
    await phone.answer(true)
    await expectSignature(signing)
  })

  test('the session that is ended while the leading one cannot be told is gone there when it hears of it', async () => {
    const [leading, other] = await openTwo()
    await createDurableStore({ clock, indexedDB: browser.indexedDB, IDBKeyRange }).remove(
      'walletconnect/session',
    )
    // Whatever is said of the session makes it look.
    await other.call('walletConnectEnd', { id: 'another' })
    await eventually(() => expect(leading.getState()).toEqual({ session: undefined, relay: 'idle' }))
    await eventually(() => expect(phone.getSessions()).toEqual([]))
  })

  test('where the leading one is closed its link is no longer good, and a new one is', async () => {
    const leading = browser.openTab()
    await leading.call('walletConnectPair', { namespaces: evm })
    const other = browser.openTab()
    const { id } = await other.call('walletConnectPair', { namespaces: evm })
    const approval = failure(other.call('walletConnectApproval', { id }))
    await soon(undefined)
    leading.close()
    expect(await approval).toBe('pairing_expired')
    expect(await connect(other)).toMatchObject({ peer: { name: 'Pocket' } })
  })

  test('in a browser without Web Locks each serves itself', async () => {
    browser.closeAll()
    browser = openBrowser(relay.url, clock, false)
    const tab = browser.openTab()
    const session = await connect(tab)
    const signing = sign(tab, session)
    await phone.answer(true)
    await expectSignature(signing)
  })
})

describe('where nobody is connected', () => {
  test('no code of WalletConnect is loaded, and nothing is asked', async () => {
    const tab = browser.openTab()
    await eventually(() => expect(tab.getState()).toEqual({ session: undefined, relay: 'idle' }))
    await soon(undefined, 200)
    expect(browser.loaded).not.toContain('walletconnect')
    expect(relay.calls).toEqual([])
  })
})

/** What comes of it when so much time has passed since it began. Milliseconds. */
async function after<T>(ms: number, promise: Promise<T>): Promise<T> {
  await soon(undefined, 300)
  clock.skip(ms)
  return promise
}

/** The disk has the time of the machine. */
function passDiskPause(): void {
  vi.spyOn(systemClock, 'now').mockImplementation(() => Date.now() + 30_000)
  clock.skip(5_000)
}

const soon = <T>(value: T, ms = 100) => new Promise<T>((resolve) => setTimeout(resolve, ms, value))
