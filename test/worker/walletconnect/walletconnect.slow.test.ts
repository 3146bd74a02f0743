/** WalletConnect where the relay, the disk or a tab is away: waits, limits of time, and who goes on. */
import { describe, expect, test, vi } from 'vitest'
import type { WalletConnectState } from '../../../src/core/contract/walletconnect.ts'
import { createDurableStore } from '../../../worker/store/durable.ts'
import { eventually } from '../../eventually.ts'
import { IDBKeyRange } from '../store/disk.ts'
import {
  after,
  browser,
  clock,
  connect,
  evm,
  expectSignature,
  failure,
  openTwo,
  passDiskPause,
  phone,
  relay,
  sign,
  soon,
  stored,
  useRelay,
} from './link-world.ts'
import { openBrowser } from './open-tab.ts'

useRelay()

test('[A129] the API requests carry the WalletConnect client id while a session exists', async () => {
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

describe('a WalletConnect request', () => {
  test('fails as declined if the wallet declines it, and the next request is delivered', async () => {
    const tab = browser.openTab()
    const session = await connect(tab)
    const declined = sign(tab, session)
    await phone.answer(false)
    expect(await failure(declined)).toBe('wallet_declined 4001')
    const signing = sign(tab, session)
    await phone.answer(true)
    await expectSignature(signing)
  })

  test('[F15] fails within 5 s when there is no relay, and is not sent after the relay is reconnected', async () => {
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

describe('a WalletConnect pairing', () => {
  test('[F15] creates no session if it was cancelled, even if the wallet approves it, and other pairings stay usable', async () => {
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

  test('[F15] fails within 5 s when the relay refuses connections, and succeeds once the relay accepts connections', async () => {
    await relay.stop('refuse')
    const tab = browser.openTab()
    const start = clock.now()
    const pairing = failure(tab.call('walletConnectPair', { namespaces: evm }))
    expect(await after(4_500, pairing)).toBe('relay_unreachable')
    expect(clock.now() - start).toBeLessThan(5_500)
    await relay.start()
    expect(await connect(tab)).toMatchObject({ peer: { name: 'Pocket' } })
  })

  test('[F15] fails within 5 s when the relay never answers', async () => {
    await relay.stop('hang')
    const tab = browser.openTab()
    const start = clock.now()
    const pairing = failure(tab.call('walletConnectPair', { namespaces: evm }))
    expect(await after(4_500, pairing)).toBe('relay_unreachable')
    expect(clock.now() - start).toBeLessThan(5_500)
  })

  test('[F15] fails within 5 s when there is no relay, even if the WalletConnect code loads slowly', async () => {
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

  test('[F15] succeeds even if the WalletConnect code takes 20 s to load', async () => {
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
    ['from the start', true],
    ['only after the connection', false],
  ])('[F31] is approved without a disk on a page that watches the session %s', async (_, isEarly) => {
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
})

describe('the WalletConnect session', () => {
  test('[T18] ends on the page within 1 s, even if the relay cannot deliver the disconnect', async () => {
    const tab = browser.openTab()
    const { id } = await connect(tab)
    await eventually(() => expect(tab.getState()?.session).toBeDefined())
    await relay.stop('refuse')
    const start = clock.now()
    const ending = tab.call('walletConnectEnd', { id })
    await vi.waitFor(() => expect(tab.getState()?.session).toBeUndefined(), { timeout: 1_000 })
    await after(5_000, ending)
    expect(clock.now() - start).toBeLessThan(6_000)
    await eventually(async () => expect(await stored()).toEqual([]))
  })

  test('[A61] [F33] also ends in the wallet when a tab that was opened later disconnects the session', async () => {
    const before = browser.openTab()
    const { id } = await connect(before)
    before.close()
    await browser.openTab().call('walletConnectEnd', { id })
    await eventually(() => expect(phone.getSessions()).toEqual([]))
    await eventually(async () => expect(await stored()).toEqual([]))
  })

  test('[T18] ends on a disconnect, and is removed from the store, even if the WalletConnect code fails to load', async () => {
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

  test('[F15] ends on the page after a reload if the wallet ended the session while the page was closed', async () => {
    const before = browser.openTab()
    const session = await connect(before)
    before.close()
    await soon(undefined)
    await phone.end(session.id)
    const tab = browser.openTab()
    await eventually(() => expect(tab.getState()?.session).toEqual(session))
    await eventually(() => expect(tab.getState()).toEqual({ session: undefined, relay: 'idle' }))
  })

  test('is restored after a reload even without a relay, with the relay reported as lost', async () => {
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
})

describe('the WalletConnect session in several tabs', () => {
  test('uses one client in the leading tab, and returns each answer to the tab that sent the request', async () => {
    const [leading, other, session] = await openTwo()
    const failing = failure(sign(leading, session))
    await phone.answer(false)
    const signing = sign(other, session)
    await phone.answer(true)
    await expectSignature(signing)
    expect(await failing).toBe('wallet_declined 4001')
    expect(browser.loaded.filter((name) => name === 'walletconnect')).toHaveLength(1)
  })

  test('appears in a tab that was open before the connection', async () => {
    const early = browser.openTab()
    await eventually(() => expect(early.getState()).toEqual({ session: undefined, relay: 'idle' }))
    const session = await connect(browser.openTab())
    await eventually(() => expect(early.getState()).toEqual({ session, relay: 'connected' }))
  })

  test('continues in the next leading tab when the leading tab closes, and an open request ends as outcome_unknown', async () => {
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

  test('[T17] [F31] survives when a new leading tab cannot read its disk for a moment', async () => {
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
    ['before the code of WalletConnect loads', true],
    ['after the pairing is cancelled', false],
  ])(
    '[T17] [F31] survives a new pairing in the leading tab while the disk is unavailable, with the disk back %s',
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

  test('rejects a request within 4 s, and does not send it, while the leading tab is frozen', async () => {
    const [leading, other, session] = await openTwo()
    leading.freeze()
    expect(await after(4_000, failure(sign(other, session)))).toBe('leader_missing')
    expect(phone.getQuestion()).toBeUndefined()
    leading.close()
    const signing = sign(other, session)
    await phone.answer(true)
    await expectSignature(signing)
  })

  test('sends the waiting requests from the next tab when a frozen leading tab closes', async () => {
    const [leading, other, session] = await openTwo()
    leading.freeze()
    const signing = sign(other, session)
    await soon(undefined)
    leading.close()
    await phone.answer(true)
    await expectSignature(signing)
  })

  test('ends in the leading tab if the stored session is missing and another tab reports the end of a session', async () => {
    const [leading, other] = await openTwo()
    await createDurableStore({ clock, indexedDB: browser.indexedDB, IDBKeyRange }).remove(
      'walletconnect/session',
    )
    // Whatever is said of the session makes it look.
    await other.call('walletConnectEnd', { id: 'another' })
    await eventually(() => expect(leading.getState()).toEqual({ session: undefined, relay: 'idle' }))
    await eventually(() => expect(phone.getSessions()).toEqual([]))
  })

  test('can be created by a new pairing after an open pairing was lost because the leading tab closed', async () => {
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

  test('works within a single tab if the browser has no Web Locks', async () => {
    const other = openBrowser(relay.url, clock, false)
    const tab = other.openTab()
    const session = await connect(tab)
    const signing = sign(tab, session)
    await phone.answer(true)
    await expectSignature(signing)
    other.closeAll()
  })
})
