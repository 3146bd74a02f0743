import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { AccountState, ConnectedAccount } from '../../src/wallets/account.ts'
import { getFittingView, getHomeView, getNavigation } from '../../src/shell/home-view.ts'
import { openable, type Route } from '../../src/shell/routes.ts'
import { connected, network } from '../ui/fake-shell.ts'

const nobody: AccountState = { status: 'disconnected' }
const base = { ...network, caipNetworkId: 'eip155:8453', name: 'Base' } as const
const onMainnet = connected
const onBase: ConnectedAccount = { ...connected, caipNetworkId: base.caipNetworkId, network: base }
const onOther: ConnectedAccount = { ...connected, caipNetworkId: 'eip155:137', network: undefined }
const unsupported: ConnectedAccount = { ...onOther, unsupported: true }

const isStart = (view: string) => view === 'AllWallets' || view === 'ConnectingWalletConnectBasic'

const isGuide = (view: string) => view === 'WhatIsAWallet' || view === 'WhatIsANetwork'

/** The page is on a phone, or on a computer. */
function setPointer(pointer: 'coarse' | 'fine'): void {
  vi.stubGlobal('navigator', { userAgent: '' })
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === `(pointer: ${pointer})` }))
}
afterEach(() => vi.unstubAllGlobals())

describe('a page that offers only WalletConnect', () => {
  it.each([
    ['[A10] basic mode', { basic: true }],
    ['[A11] manual control of WalletConnect', { manualWCControl: true }],
    ['[A12] no adapters', { adapters: [] }],
  ])('starts with all wallets on a phone, and with the QR code on a computer: %s', (_, options) => {
    setPointer('coarse')
    expect(getHomeView(nobody, options)).toBe('AllWallets')
    setPointer('fine')
    expect(getHomeView(nobody, options)).toBe('ConnectingWalletConnectBasic')
    expect(getHomeView(onMainnet, options)).toBe('Account')
    // Whatever view the page asks for.
    for (const view of openable)
      expect(getFittingView(view, getHomeView(nobody, options), options)).toBe('ConnectingWalletConnectBasic')
  })

  it('shows Account in basic mode if the connected wallet is on an unsupported network', () => {
    expect(getHomeView(unsupported, { basic: true })).toBe('Account')
  })
})

describe('the modal’s start view', () => {
  it('[A14] [A15] [A68] is Connect without an account, Account on a network of the page, and UnsupportedChain on any other network', () => {
    expect(getHomeView(nobody, {})).toBe('Connect')
    expect(getHomeView(onMainnet, {})).toBe('Account')
    expect(getHomeView(unsupported, {})).toBe('UnsupportedChain')
  })

  it('[A69] is Account on any network if unsupported networks are allowed or switching networks is off', () => {
    expect(getHomeView(onOther, {})).toBe('Account')
    expect(getHomeView(unsupported, { enableNetworkSwitch: false })).toBe('Account')
  })
})

describe('a requested view', () => {
  it.each(['WhatIsAWallet', 'WhatIsANetwork'] as const)(
    'is shown with or without an account, except on an unsupported network or during sign-in: %s',
    (view) => {
      expect(getFittingView(view, 'Connect', {})).toBe(view)
      expect(getFittingView(view, 'Account', {})).toBe(view)
      expect(getFittingView(view, 'UnsupportedChain', {})).not.toBe(view)
      expect(getFittingView(view, 'SIWXSignMessage', {})).not.toBe(view)
      for (const [before, now] of [
        [nobody, { status: 'connecting', restoring: true }],
        [{ status: 'connecting', restoring: true }, nobody],
        [nobody, onMainnet],
        [onMainnet, nobody],
        [onMainnet, onBase],
      ] as const)
        expect(getNavigation([{ view }], true, before, now, getHomeView(now, {}))).toBe('stay')
    },
  )

  it('[G25] is replaced by a fitting view if the requested view would have nothing to show', () => {
    for (const view of openable) {
      expect(getFittingView(view, 'Connect', {})).toBe(isStart(view) || isGuide(view) ? view : 'Connect')
      const places = ['Networks', 'UnsupportedChain', 'Connect']
      expect(places).toContain(getFittingView(view, 'UnsupportedChain', {}))
    }
    expect(getFittingView('UnsupportedChain', 'Account', {})).toBe('Account')
    expect(getFittingView('AccountSettings', 'Account', {})).toBe('AccountSettings')
    expect(getFittingView('SwitchNetwork', 'Account', {})).toBe('Networks')
  })

  it('[A127] is replaced by Account if switching networks is off and the requested view is Networks or SwitchNetwork', () => {
    for (const view of ['Networks', 'SwitchNetwork'] as const)
      expect(getFittingView(view, 'Account', { enableNetworkSwitch: false })).toBe('Account')
  })
})

describe('the modal when the account changes', () => {
  const move = (route: Route, isOpen: boolean, before: AccountState, now: AccountState) =>
    getNavigation([route], isOpen, before, now, getHomeView(now, {}))
  const toBase: Route = { view: 'SwitchNetwork', data: { network: base } }

  it.each<[string, Route, boolean, AccountState, AccountState, ReturnType<typeof getNavigation>]>([
    ['goes to the start view after a disconnect', { view: 'Account' }, true, onMainnet, nobody, 'home'],
    [
      'shows Account instead of Connect after connecting',
      { view: 'Connect' },
      true,
      nobody,
      onMainnet,
      'home',
    ],
    ['[A68] opens on an unsupported network', { view: 'Account' }, false, onBase, unsupported, 'open'],
    [
      '[A68] opens on an unsupported network, whichever view was shown last',
      { view: 'ConnectingExternal' },
      false,
      onBase,
      unsupported,
      'open',
    ],
    [
      'does not open for a session restored on an unsupported network',
      { view: 'Connect' },
      false,
      nobody,
      unsupported,
      'home',
    ],
    [
      '[A71] closes when the wallet returns to a network of the page',
      { view: 'UnsupportedChain' },
      true,
      unsupported,
      onBase,
      'close',
    ],
    [
      '[A71] closes when the wallet returns to a network of the page during a switch',
      toBase,
      true,
      unsupported,
      onBase,
      'close',
    ],
    [
      '[A67] shows Account after the requested switch of the network',
      toBase,
      true,
      onMainnet,
      onBase,
      'home',
    ],
    [
      '[G44] shows Account after the requested switch from an unsupported network that the page allows',
      toBase,
      true,
      onOther,
      onBase,
      'home',
    ],
    [
      'keeps the switch request when the wallet moves to a network other than the requested one',
      toBase,
      true,
      onBase,
      onMainnet,
      'stay',
    ],
    [
      '[F12] keeps the switch request when the wallet moves to an unsupported network',
      toBase,
      true,
      onMainnet,
      unsupported,
      'stay',
    ],
    [
      'stays on Connect when the wallet moves to an unsupported network',
      { view: 'Connect' },
      true,
      onMainnet,
      unsupported,
      'stay',
    ],
    [
      'stays on AccountSettings when the network changes',
      { view: 'AccountSettings' },
      true,
      onMainnet,
      onBase,
      'stay',
    ],
  ])('%s', (_, route, isOpen, before, now, expected) => {
    expect(move(route, isOpen, before, now)).toBe(expected)
  })

  it.each(['Swap', 'WalletSend'] as const)(
    '[A66] goes back to the form %s when the wallet has switched to the network that the form asked for',
    (view) => {
      const history: Route[] = [{ view: 'Account' }, { view }, toBase]
      expect(getNavigation(history, true, onMainnet, onBase, 'Account')).toBe('back')
      expect(getNavigation(history, true, onBase, onMainnet, 'Account')).toBe('stay')
    },
  )

  it('[G25] never stays on a view that has nothing to show', () => {
    const account = fc.constantFrom<AccountState>(nobody, onMainnet, onBase, onOther, unsupported)
    const view = fc.constantFrom(...openable)
    fc.assert(
      fc.property(view, fc.boolean(), account, account, (shown, isOpen, before, now) => {
        const outcome = move({ view: shown, data: { network: base } } as Route, isOpen, before, now)
        const stays = outcome === 'stay' && now.status !== 'connected'
        if (stays) expect(getFittingView(shown, 'Connect', {})).toBe(getFittingView(shown, 'Account', {}))
      }),
    )
  })
})
