// @vitest-environment happy-dom
import type { Signal } from '@preact/signals-core'
import { act } from 'react'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Connector } from '../../../src/wallets/connector.ts'
import { keepRecentWallet } from '../../../src/wallets/recent-wallets.ts'
import { BillfoldError, toErrorRecord } from '../../../src/core/base/errors.ts'
import type { Snapshot } from '../../../src/core/contract/protocol.ts'
import type { Wallet, WalletsPage, WalletsParams } from '../../../src/core/assets/wallet.ts'
import { chooseListed } from '../../../ui/connect/choose-listed.ts'
import { chooseWallet } from '../../../ui/connect/choose-wallet.ts'
import { loadViews } from '../../../ui/modal/views.ts'
import { harbor } from '../fake-shell.ts'
import { useModal } from '../open-modal.ts'

const modal = useModal()
const { button, find, press, text, wait } = modal

beforeAll(async () => {
  await loadViews(['AllWallets', 'Downloads', 'ConnectingExternal'])
  await import('../../../ui/connect/more.tsx')
})
afterEach(() => localStorage.clear())

const wallet = (name: string, more: Partial<Wallet> = {}): Wallet => ({
  id: name,
  name,
  mobile_link: `${name.toLowerCase()}://`,
  ...more,
})

const walletConnect: Connector = {
  ...harbor,
  id: 'walletConnect',
  name: 'WalletConnect',
  type: 'WALLET_CONNECT',
  restoreKey: 'walletConnect',
  provider: {},
}
const auth: Connector = { ...harbor, id: 'auth', name: 'Email', type: 'AUTH', provider: {} }
const outside: Connector = { ...harbor, id: 'outside', name: 'Outside', type: 'EXTERNAL', provider: {} }

const loading: Snapshot<WalletsPage> = { data: undefined, fetchedAt: undefined, status: 'loading' }
const failure = toErrorRecord(new BillfoldError('http_network', 'No network.'))
const failed: Snapshot<WalletsPage> = { ...loading, status: 'failed', error: failure }
const fresh = (wallets: readonly Wallet[], count = wallets.length): Snapshot<WalletsPage> => ({
  data: { count, wallets },
  fetchedAt: 1,
  status: 'fresh',
})

function setList(params: WalletsParams, snapshot: Snapshot<WalletsPage>): void {
  ;(modal.shell.topic('wallets', params) as unknown as Signal<Snapshot<WalletsPage>>).value = snapshot
}
const setAll = (snapshot: Snapshot<WalletsPage>) => setList({ list: 'all', page: 1 }, snapshot)

const rows = () => [...modal.root.querySelectorAll<HTMLElement>('.list button.row')]
const names = () => rows().map((row) => row.querySelector('.row-title')!.textContent)
const tags = () => rows().map((row) => row.querySelector('.tag')?.textContent ?? '')

async function open(connectors: readonly Connector[] = [harbor]): Promise<void> {
  modal.shell.connectors.value = connectors
  modal.shell.show('Connect')
  await modal.mount()
  await wait(10)
}

const many = ['Tern', 'Lantern', 'Cobble', 'Fathom', 'Mesa', 'Quill'].map((name) => wallet(name))

describe('The Connect view', () => {
  test('[A205] [A122] lists all groups of wallets in the default order', async () => {
    keepRecentWallet(localStorage, wallet('Recent'))
    Object.assign(modal.shell, { featuredWalletIds: ['First'], customWallets: [wallet('Custom')] })
    setList({ list: 'featured' }, fresh([wallet('First')]))
    setAll(fresh([wallet('First'), wallet('Recent'), ...many], 527))
    await open([outside, harbor, walletConnect])
    expect(names()).toEqual([
      'WalletConnect',
      'Recent',
      'Harbor',
      'First',
      'Custom',
      'Outside',
      // One that is recommended fills the list up to four.
      'Tern',
      'All wallets',
    ])
    expect(tags().slice(0, 3)).toEqual(['QR code', 'Recent', 'Installed'])
  })

  test('[A211] [A122] [A123] lists the page’s featured and custom wallets in the page’s order', async () => {
    Object.assign(modal.shell, {
      featuredWalletIds: ['Second', 'First'],
      customWallets: [wallet('Custom')],
    })
    setList({ list: 'featured' }, fresh([wallet('Second'), wallet('First')]))
    setAll(fresh([wallet('First'), ...many]))
    await open([])
    expect(names()).toEqual(['Second', 'First', 'Custom', 'Tern', 'All wallets'])
  })

  test.each([
    ['email and social accounts', {}, ['Tern']],
    ['email alone', { socials: false as const }, ['Tern', 'Lantern']],
    ['social accounts alone', { email: false }, ['Tern', 'Lantern']],
    ['neither email nor social accounts', { email: false, socials: [] }, ['Tern', 'Lantern', 'Cobble']],
  ])(
    'fills its list with recommended wallets up to four entries, counting email and social sign-in, on a page with %s',
    async (_, features, recommended) => {
      modal.shell.features.value = features
      setAll(fresh(many))
      await open([harbor, auth])
      await expect.poll(names).toEqual(['Harbor', ...recommended, 'All wallets'])
    },
  )

  test('[A120] [A121] lists no recent wallet that the page excludes', async () => {
    keepRecentWallet(localStorage, wallet('Tern'))
    keepRecentWallet(localStorage, wallet('Lantern'))
    setAll(fresh([]))
    Object.assign(modal.shell, { isListed: (id: string) => id !== 'Tern' })
    await open([walletConnect])
    expect(names()).not.toContain('Tern')
    expect(names()).toContain('Lantern')
  })

  test('[A205] lists the groups in the order of connectorTypeOrder', async () => {
    modal.shell.features.value = { connectorTypeOrder: ['recommended', 'nonsense' as 'custom', 'injected'] }
    setAll(fresh(many))
    await open([walletConnect, harbor])
    expect(names()).toEqual(['Tern', 'Lantern', 'Cobble', 'Harbor', 'WalletConnect', 'All wallets'])
  })

  test('[V25] labels each wallet as "Installed", "QR code" or "Get"', async () => {
    const ways = () => names().map((name, at) => [name, tags()[at]])
    setAll(fresh([wallet('Harbor', { rdns: 'example.harbor' }), ...many]))
    await open([walletConnect, harbor])
    expect(ways().slice(1, 4)).toEqual([
      ['Harbor', 'Installed'],
      ['Tern', 'QR code'],
      ['Lantern', 'QR code'],
    ])
    await act(async () => void (modal.shell.connectors.value = [harbor]))
    expect(ways()).toContainEqual(['Tern', 'Get'])
  })

  test('[A38] lists an installed wallet of the directory only once, as "Installed"', async () => {
    setAll(fresh([wallet('Harbor', { rdns: 'example.harbor' }), ...many]))
    await open()
    expect(names()).toEqual(['Harbor', 'Tern', 'Lantern', 'Cobble', 'All wallets'])
    expect(tags()[0]).toBe('Installed')
  })

  test('reserves rows for wallets that are loading, so that no row moves when they have loaded', async () => {
    setAll(loading)
    await open()
    expect(names()).toEqual(['Harbor', 'All wallets'])
    expect(modal.root.querySelectorAll('.list .skeleton-row')).toHaveLength(3)
    await act(async () => setAll(fresh(many)))
    expect(names()).toEqual(['Harbor', 'Tern', 'Lantern', 'Cobble', 'All wallets'])
    expect(find('.skeleton-row')).toBeUndefined()
    await act(async () => setAll(fresh([wallet('New'), ...many])))
    expect(names(), 'what was shown first stays as long as the view').not.toContain('New')
  })

  test('shows an error in place of wallets that could not be loaded, and loads them on "Try again"', async () => {
    setAll(failed)
    await open()
    expect(names()).toEqual(['Harbor', 'All wallets'])
    expect(text('.unreadable')).toContain('Couldn’t load more wallets.')
    await press('Try again')
    expect(modal.shell.calls).toContainEqual({
      command: 'refresh',
      input: { topic: 'wallets', params: { list: 'all', page: 1 } },
    })
    await act(async () => setAll(fresh(many)))
    expect(names()).toContain('Tern')
  })

  test('lists the wallets loaded earlier if the directory cannot be updated', async () => {
    setAll({ ...failed, data: { count: 527, wallets: many }, fetchedAt: 1 })
    await open()
    expect(names()).toEqual(['Harbor', 'Tern', 'Lantern', 'Cobble', 'All wallets'])
    expect(find('.unreadable')).toBeUndefined()
    expect(tags().at(-1)).toBe('520+')
    await act(async () => rows().at(-1)!.click())
    await wait(10)
    expect(modal.root.querySelectorAll('button.wallet-tile').length).toBeGreaterThan(0)
  })

  test('shows the number of wallets in the directory rounded down to tens', async () => {
    setAll(fresh(many, 527))
    await open()
    expect(tags().at(-1)).toBe('520+')
  })

  test('shows the exact number of wallets if all of them are loaded', async () => {
    setAll(fresh(many, 6))
    await open()
    expect(tags().at(-1)).toBe('6')
  })

  test('[A114] does not load the wallet directory if allWallets is off', async () => {
    modal.shell.features.value = { allWallets: false }
    setAll(fresh(many))
    await open()
    expect(names()).toEqual(['Harbor'])
    expect([...modal.shell.watched].filter((key) => key.startsWith('wallets'))).toEqual([])
  })

  test('[A115] [A124] disables wallets until the user accepts the terms', async () => {
    modal.shell.features.value = { legalCheckbox: true }
    modal.shell.accepted.value = false
    setAll(fresh(many))
    await open()
    expect(rows().every((row) => row.matches(':disabled'))).toBe(true)
    expect(text('.consent')).toBe('I accept Driftwood’s terms and privacy policy.')
    const links = [...modal.root.querySelectorAll('.footer a')].map(
      (link) => (link as HTMLAnchorElement).href,
    )
    expect(links).toEqual(['https://driftwood.example/terms', 'https://driftwood.example/privacy'])
    await act(async () => (find('.footer input') as HTMLInputElement).click())
    expect(rows().some((row) => row.matches(':disabled'))).toBe(false)
  })

  test('[A115] has neither a checkbox nor a "Continue with a wallet" button by default', async () => {
    await open()
    expect(find('.footer input')).toBeUndefined()
    expect(button('Continue with a wallet')).toBeUndefined()
  })

  test('[A115] hides the wallets behind the button "Continue with a wallet" if collapseWallets is on', async () => {
    modal.shell.features.value = { collapseWallets: true }
    await open()
    expect(names()).toEqual([])
    await press('Continue with a wallet')
    expect(names()).toContain('Harbor')
  })

  test('lists on a phone only wallets that can be opened there, and no QR code', async () => {
    vi.stubGlobal('navigator', { ...navigator, userAgent: 'Mozilla/5.0 (iPhone)' })
    const { mobile_link: _, ...still } = wallet('Still')
    setAll(fresh([still, ...many]))
    await open([walletConnect, harbor])
    vi.unstubAllGlobals()
    expect(names()).toEqual(['Harbor', 'Tern', 'Lantern', 'Cobble', 'All wallets'])
    // The tap opens the wallet.
    expect(tags()[1]).toBe('')
  })
})

describe('Choosing a wallet of the directory', () => {
  const route = () => modal.shell.router.current.value

  test('connects an installed wallet that matches by its rdns or by its identifiers in the directory', async () => {
    const reef: Connector = {
      ...harbor,
      id: 'reef',
      name: 'Reef',
      chain: 'solana',
      namespaces: ['solana'],
      restoreKey: 'Reef',
      provider: {},
    }
    setAll(fresh([wallet('Reef', { injected: [{ namespace: 'solana', injected_id: 'Reef' }] })]))
    await open([{ ...reef, info: undefined } as unknown as Connector])
    await act(async () => rows()[0]!.click())
    expect(route()).toMatchObject({ view: 'ConnectingExternal', data: { connector: { id: 'reef' } } })
  })

  test('shows a QR code if the wallet is not installed', async () => {
    modal.shell.connectors.value = [walletConnect]
    chooseWallet(modal.shell, many[0]!)
    expect(route()).toMatchObject({ view: 'ConnectingWalletConnect', data: { wallet: { id: 'Tern' } } })
  })

  test('[S8] connects through the page’s own connector if the connector has the wallet’s rdns, and lists the wallet once', async () => {
    const lantern = wallet('Lantern', { rdns: 'example.lantern' })
    const brought: Connector = { ...outside, name: 'Lantern', info: { rdns: 'example.lantern', uuid: 'x' } }
    setAll(fresh([lantern, ...many.filter(({ name }) => name !== 'Lantern')]))
    await open([brought, walletConnect])
    expect(names().filter((name) => name === 'Lantern')).toHaveLength(1)
    chooseWallet(modal.shell, lantern)
    expect(route()).toMatchObject({ view: 'ConnectingExternal', data: { connector: { id: 'outside' } } })
  })

  describe('on a phone or a computer', () => {
    const phantom = wallet('Phantom', {
      id: 'a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393',
    })
    const { mobile_link: _, ...unlinked } = phantom
    const opened = vi.spyOn(window, 'open').mockReturnValue(null)
    afterEach(() => {
      opened.mockClear()
      vi.unstubAllGlobals()
    })

    test('[F21] on a phone, opens the page in the in-app browser of a wallet without a WalletConnect link, directly in the tap’s handler', async () => {
      vi.stubGlobal('navigator', { ...navigator, userAgent: 'Mozilla/5.0 (iPhone)' })
      setAll(fresh([unlinked, ...many]))
      await open([walletConnect])
      expect(names()[0]).toBe('Phantom')
      rows()[0]!.click()
      const page = encodeURIComponent(location.href)
      expect(opened.mock.calls).toEqual([
        [
          `https://phantom.app/ul/browse/${page}?ref=${encodeURIComponent(location.origin)}`,
          '_self',
          'noreferrer noopener',
        ],
      ])
      expect(route().view).toBe('Connect')
    })

    test('[A50] on a phone, opens the wallet by a WalletConnect link prepared before the tap, also in Safari on iOS', async () => {
      vi.stubGlobal('navigator', { ...navigator, userAgent: 'Mozilla/5.0 (iPhone)' })
      const uri = 'wc:1@2?symKey=2'
      modal.shell.answer = async (command) =>
        command === 'walletConnectPair'
          ? { id: '1', uri, expiresAt: Date.now() + 240_000 }
          : new Promise(() => {})
      setAll(fresh(many))
      await open([walletConnect])
      const asked = () => modal.shell.calls.filter(({ command }) => command === 'walletConnectPair')
      expect(asked()).toHaveLength(1)
      await act(async () => rows()[0]!.click())
      expect(opened.mock.calls).toEqual([
        [`tern://wc?uri=${encodeURIComponent(uri)}`, '_self', 'noreferrer noopener'],
      ])
      expect(route()).toMatchObject({
        view: 'ConnectingWalletConnect',
        data: { wallet: { id: 'Tern' }, openedAt: expect.any(Number) as number },
      })
    })

    test('[A124] on a phone, prepares no link before the user accepts the terms', async () => {
      vi.stubGlobal('navigator', { ...navigator, userAgent: 'Mozilla/5.0 (iPhone)' })
      modal.shell.accepted.value = false
      setAll(fresh(many))
      await open([walletConnect])
      expect(modal.shell.calls.map(({ command }) => command)).not.toContain('walletConnectPair')
    })

    test('on a phone, connects an installed wallet without opening an app', async () => {
      vi.stubGlobal('navigator', { ...navigator, userAgent: 'Mozilla/5.0 (iPhone)' })
      setAll(fresh([{ ...phantom, rdns: 'example.harbor' }]))
      modal.shell.connectors.value = [harbor]
      chooseListed(modal.shell, { ...phantom, rdns: 'example.harbor' })
      expect(opened).not.toHaveBeenCalled()
      expect(route().view).toBe('ConnectingExternal')
    })

    test('on a computer, shows a QR code', () => {
      modal.shell.connectors.value = [walletConnect]
      chooseListed(modal.shell, phantom)
      expect(opened).not.toHaveBeenCalled()
      expect(route().view).toBe('ConnectingWalletConnect')
    })
  })

  test('[F11] never connects an installed wallet that only claims the rdns of another wallet', async () => {
    const copy: Connector = { ...harbor, id: 'copy', provider: {}, looksLike: { name: 'Harbor', by: 'rdns' } }
    setAll(fresh([wallet('Harbour', { rdns: 'example.harbor' })]))
    await open([harbor, copy])
    expect(names()).toEqual(['Harbor', 'Harbor', 'Harbour', 'All wallets'])
  })

  test('shows download links with their real hosts if the wallet cannot be connected in this browser', async () => {
    const lantern = wallet('Lantern', {
      app_store: 'https://apps.apple.com/app/lantern/id1',
      play_store: 'https://evil.example/play.google.com',
      homepage: 'https://lantern.example/',
    })
    setAll(fresh([lantern]))
    await open()
    await act(async () => rows()[1]!.click())
    expect(route().view).toBe('Downloads')
    expect(text('h2')).toBe('Get Lantern')
    const stores = [...modal.root.querySelectorAll<HTMLAnchorElement>('a.store')]
    expect(stores.map((store) => store.querySelector('.row-text')!.textContent)).toEqual([
      'iPhone and iPadApp Store',
      'Androidevil.example',
      'Websitelantern.example',
    ])
    expect(stores.every(({ target, rel }) => target === '_blank' && rel === 'noopener noreferrer')).toBe(true)
    expect(text('.footer')).toContain('lantern.example')
  })

  test('[F24] shows only safe download links', async () => {
    modal.shell.show('Downloads', {
      wallet: wallet('Lantern', {
        homepage: 'lantern dot example',
        app_store: 'javascript:alert(1)',
        play_store: 'https://play.google.com/store/apps/details?id=lantern',
      }),
    })
    await modal.mount()
    await wait(10)
    const stores = [...modal.root.querySelectorAll<HTMLAnchorElement>('a.store')]
    expect(stores.map(({ href }) => href)).toEqual(['https://play.google.com/store/apps/details?id=lantern'])
  })
})

describe('The AllWallets view', () => {
  const tiles = () => [...modal.root.querySelectorAll<HTMLElement>('button.wallet-tile')]
  const nameOf = (tile: HTMLElement) => tile.querySelector('bdi')!.textContent
  const input = () => find('input[type=text]') as HTMLInputElement

  async function openAll(): Promise<void> {
    modal.shell.show('AllWallets')
    await modal.mount()
    await wait(10)
  }

  async function type(words: string): Promise<void> {
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!
    await act(async () => {
      set!.call(input(), words)
      input().dispatchEvent(new Event('input', { bubbles: true }))
    })
  }

  const labels = () => tiles().map((tile) => tile.getAttribute('aria-label') ?? nameOf(tile))
  /** The title above the grid, then those in it. */
  const titles = () => [...modal.root.querySelectorAll('.group-title')].map(({ textContent }) => textContent)

  test('[S9] [A38] lists a wallet under "Installed" if the directory marks it as installed', async () => {
    modal.shell.connectors.value = [walletConnect]
    setAll(fresh([wallet('Tern', { installed: false }), wallet('Harbor', { installed: true })]))
    await openAll()
    expect(labels()).toEqual(['Harbor, Installed', 'Tern, QR code'])
  })

  test('[V25] lists installed wallets first, and says for each wallet how it connects', async () => {
    modal.shell.connectors.value = [
      walletConnect,
      { ...harbor, id: 'reef', name: 'Reef', info: { rdns: 'example.reef', uuid: 'reef' }, provider: {} },
      harbor,
    ]
    setAll(fresh([...many, wallet('Harbor', { rdns: 'example.harbor' })], 420))
    await openAll()
    expect(titles()).toEqual(['Installed', 'QR code'])
    expect(labels()).toEqual([
      'Reef, Installed',
      'Harbor, Installed',
      ...many.map(({ name }) => `${name}, QR code`),
    ])
    expect(input().placeholder).toBe('Search 420 wallets')
    await act(async () => tiles()[0]!.click())
    expect(modal.shell.router.current.value).toMatchObject({
      view: 'ConnectingExternal',
      data: { connector: { id: 'reef' } },
    })
  })

  test('[V25] does not list an installed wallet that imitates another wallet', async () => {
    const copy: Connector = { ...harbor, id: 'copy', provider: {}, looksLike: { name: 'Harbor', by: 'rdns' } }
    modal.shell.connectors.value = [copy, walletConnect]
    setAll(fresh(many))
    await openAll()
    expect(titles()).toEqual(['QR code'])
  })

  test('[V25] lists wallets under "Download" if the page cannot show a QR code', async () => {
    modal.shell.connectors.value = []
    setAll(fresh(many))
    await openAll()
    expect(titles()).toEqual(['Download'])
    expect(labels()[0]).toBe('Tern, Download')
  })

  test('[V25] gives no label to a wallet that the page’s own connector opens', async () => {
    const brought: Connector = { ...outside, name: 'Lantern', info: { rdns: 'example.lantern', uuid: 'x' } }
    modal.shell.connectors.value = [brought, walletConnect]
    setAll(fresh([wallet('Tern'), wallet('Lantern', { rdns: 'example.lantern' })]))
    await openAll()
    expect(labels()).toEqual(['Lantern', 'Tern, QR code'])
    expect(titles()).toEqual(['', 'QR code'])
  })

  test('[V25] groups search results in the way that it groups all wallets', async () => {
    modal.shell.connectors.value = [harbor, walletConnect]
    setAll(fresh(many))
    modal.shell.answer = async () => ({
      count: 2,
      wallets: [wallet('Harvest'), wallet('Harbor', { rdns: 'example.harbor' })],
    })
    await openAll()
    await type('har')
    await wait(510)
    expect(labels()).toEqual(['Harbor, Installed', 'Harvest, QR code'])
    expect(titles()).toEqual(['Installed', 'QR code'])
  })

  test('[V25] says on a phone which wallets open as an app, and which in the browser', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' }))
    modal.shell.connectors.value = [walletConnect]
    const ofTheWeb: Wallet = { id: 'Web', name: 'Webb', webapp_link: 'https://webb.example/' }
    setAll(fresh([ofTheWeb, wallet('Tern')]))
    await openAll()
    expect(labels()).toEqual(['Tern, App on this phone', 'Webb, Web'])
    expect(titles()).toEqual(['App on this phone', 'Web'])
    vi.unstubAllGlobals()
  })

  test('shows skeletons while loading, and the reason if loading fails', async () => {
    setAll(loading)
    await openAll()
    expect(modal.root.querySelectorAll('span.wallet-tile')).toHaveLength(16)
    await act(async () => setAll(failed))
    expect(text('.notice h3')).toBe('Couldn’t load wallets')
  })

  test('[A211] loads one page of wallets in advance, and lists a wallet once even if two pages contain it', async () => {
    const page = (from: number) => Array.from({ length: 40 }, (_, at) => wallet(`W${from + at}`))
    setAll(fresh(page(0), 100))
    setList({ list: 'all', page: 2 }, fresh([...page(39)], 100))
    modal.shell.connectors.value = [walletConnect]
    await openAll()
    expect([...modal.shell.watched].filter((key) => key.includes('"all"'))).toHaveLength(2)
    expect(nameOf(tiles()[0]!)).toBe('W0')
    expect(new Set(tiles().map(nameOf)).size).toBe(tiles().length)
  })

  test('[F3] stops loading pages if the directory repeats the same page', async () => {
    const same = Array.from({ length: 40 }, (_, at) => wallet(`W${at}`))
    for (let page = 1; page <= 20; page += 1) setList({ list: 'all', page }, fresh(same, 100_000))
    await openAll()
    await wait(200)
    expect([...modal.shell.watched].filter((key) => key.includes('"all"')).length).toBeLessThanOrEqual(2)
    expect(tiles().length).toBeGreaterThan(0)
  })

  test('on a phone, loads the second page if no wallet of the first page can be opened on a phone', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(pointer: coarse)' }))
    const ofDesktops = Array.from({ length: 40 }, (_, at): Wallet => ({ id: `${at}`, name: `W${at}` }))
    setAll(fresh(ofDesktops, 100))
    setList({ list: 'all', page: 2 }, fresh([wallet('Tern')], 100))
    modal.shell.connectors.value = [walletConnect]
    await openAll()
    await wait(10)
    expect(tiles().map(nameOf)).toEqual(['Tern'])
    vi.unstubAllGlobals()
  })

  test('lists only certified wallets if the switch for certified wallets is on', async () => {
    setAll(fresh(many))
    setList({ list: 'all', page: 1, certified: true }, fresh([wallet('Sealed')]))
    await openAll()
    await act(async () => (find('[role=switch]') as HTMLInputElement).click())
    await wait(10)
    expect(tiles().map(nameOf)).toEqual(['Sealed'])
  })

  test('starts a search of at least two letters half a second after the last keystroke', async () => {
    setAll(fresh(many))
    await openAll()
    await type('t')
    await wait(600)
    expect(modal.shell.calls).toEqual([])
    await type('te')
    await wait(300)
    await type('ter')
    await wait(499)
    expect(modal.shell.calls).toEqual([])
    await wait(1)
    expect(modal.shell.calls).toEqual([
      { command: 'searchWallets', input: { words: 'ter', certified: false } },
    ])
  })

  test('ignores the answer to a search if the user has changed the search words since the search began', async () => {
    setAll(fresh(many))
    const answers: ((page: WalletsPage) => void)[] = []
    modal.shell.answer = () => new Promise((resolve) => answers.push(resolve as never))
    await openAll()
    await type('lan')
    await wait(500)
    await type('mesa')
    await wait(500)
    await act(async () => answers[1]!({ count: 1, wallets: [wallet('Mesa')] }))
    await act(async () => answers[0]!({ count: 1, wallets: [wallet('Lantern')] }))
    await wait(10)
    expect(tiles().map(nameOf)).toEqual(['Mesa'])
  })

  test('says that no wallet matches the search, and offers two next actions', async () => {
    modal.shell.connectors.value = []
    setAll(fresh(many))
    modal.shell.answer = async () => ({ count: 0, wallets: [] })
    await openAll()
    await type('zzq')
    await wait(510)
    expect(text('.notice')).toContain('No wallet for Driftwood matches “zzq”.')
    expect(button('Get a wallet')).toBeDefined()
    await press('Show all wallets')
    await wait(10)
    expect(tiles()).toHaveLength(many.length)
  })

  test('shows why a search failed', async () => {
    setAll(fresh(many))
    modal.shell.answer = async () => Promise.reject(new BillfoldError('http_timeout', 'late'))
    await openAll()
    await type('lan')
    await wait(510)
    expect(text('.notice')).toContain('The request took too long.')
  })

  test('[A124] disables wallets until the user accepts the terms', async () => {
    modal.shell.features.value = { legalCheckbox: true }
    modal.shell.accepted.value = false
    modal.shell.connectors.value = [walletConnect]
    setAll(fresh(many))
    await openAll()
    expect(tiles().every((tile) => tile.matches(':disabled'))).toBe(true)
    expect(button('Connect with a QR code')?.disabled).toBe(true)
    await act(async () => (find('.footer input') as HTMLInputElement).click())
    expect(tiles().some((tile) => tile.matches(':disabled'))).toBe(false)
    expect(find('.footer input')).toBeDefined()
  })

  test('[A124] offers a QR code only after the terms are accepted, even if there are no wallets', async () => {
    modal.shell.features.value = { legalCheckbox: true }
    modal.shell.accepted.value = false
    modal.shell.connectors.value = [walletConnect]
    setAll(fresh([]))
    await openAll()
    expect(button('Show a QR code')).toBeUndefined()
    await act(async () => (find('.footer input') as HTMLInputElement).click())
    expect(button('Show a QR code')?.disabled).toBe(false)
  })

  test('[A124] shows the terms if the modal opens with the AllWallets view', async () => {
    setAll(fresh(many))
    await openAll()
    expect(text('.footer')).toContain('By connecting, you accept Driftwood’s terms and privacy policy.')
  })

  test('does not show the terms if the user came from Connect, which has shown them', async () => {
    setAll(fresh(many))
    modal.shell.show('Connect')
    modal.shell.router.push('AllWallets')
    await modal.mount()
    await wait(10)
    expect(tiles().length).toBeGreaterThan(0)
    expect(find('.footer')).toBeUndefined()
  })
})

describe('Recent wallets', () => {
  test('are listed only if they support the requested namespace', async () => {
    keepRecentWallet(localStorage, wallet('Sol', { chains: ['solana:x'] }))
    keepRecentWallet(localStorage, wallet('Eth', { chains: ['eip155:1'] }))
    setAll(
      fresh([
        wallet('Both', { chains: ['solana:x', 'eip155:1'] }),
        wallet('Other', { chains: ['eip155:1'] }),
      ]),
    )
    await open([])
    await act(async () => modal.shell.router.reset('Connect', { namespace: 'solana' }))
    expect(names()).toEqual(['Sol', 'Both', 'All wallets'])
  })

  test('[A54] [A193] are limited to the two latest, without duplicates', async () => {
    for (const name of ['One', 'Two', 'Three', 'Two']) keepRecentWallet(localStorage, wallet(name))
    await open([])
    expect(names().filter((_, at) => tags()[at] === 'Recent')).toEqual(['Two', 'Three'])
  })

  test.each(['null', '{', '[1,null,{"id":"x"}]', '{"0":{}}'])(
    'ignore the invalid stored value %s',
    async (stored) => {
      localStorage.setItem('billfold/recent', stored)
      await open()
      expect(names()[0]).toBe('Harbor')
    },
  )

  test.each([
    { chains: 7 },
    { chains: [7] },
    { injected: 'x' },
    { injected: [null] },
    { image_url: {}, mobile_link: 7, chrome_store: [], homepage: {} },
  ])(
    'cause no error when listed or pressed if a stored wallet contains the invalid fields %j',
    async (more) => {
      localStorage.setItem('billfold/recent', JSON.stringify([{ id: 'one', name: 'One', ...more }]))
      await open()
      await act(async () => modal.shell.router.reset('Connect', { namespace: 'eip155' }))
      await wait(10)
      expect(names()).toContain('Harbor')
      const own = rows()[names().indexOf('One')]
      await act(async () => own?.click())
      await wait(10)
      expect(modal.shell.router.current.value.view).toBe(own ? 'Downloads' : 'Connect')
      expect(text()).not.toContain('Something went wrong')
    },
  )
})
