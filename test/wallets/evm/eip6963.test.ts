// @vitest-environment happy-dom
import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createPageSignal } from '../../../src/base/page-signal.ts'
import type { AccountState } from '../../../src/wallets/account.ts'
import type { ProviderShell } from '../../../src/wallets/adapter.ts'
import type { Connector } from '../../../src/wallets/connector.ts'
import { createEvmAdapter } from '../../../src/wallets/evm/adapter.ts'
import type { Eip1193Provider } from '../../../src/wallets/evm/eip1193.ts'
import { createEvmPageProvider } from '../../../src/wallets/evm/page-provider.ts'
import { createEvmFinder } from '../../../src/wallets/evm/eip6963.ts'
import { createBitcoinPageProvider } from '../../../src/wallets/bitcoin/page-provider.ts'
import { createSolanaPageProvider } from '../../../src/wallets/solana/page-provider.ts'
import { createFakeWallet, toConnector } from '../../fake-wallet.ts'

/** How what is a picture begins, and what is not. */
const pictures = ['png', 'webp', 'svg+xml', 'jpeg', 'jpg', 'gif', 'avif', 'x-icon'].flatMap((kind) => [
  `data:image/${kind};base64,`,
  `data:image/${kind},`,
])
const others = [
  'https://evil.example/',
  '//evil.example/',
  'javascript:',
  'data:text/html,',
  'data:image/heic,',
  'data:image/svg,',
  'blob:https://x/',
  ' data:image/png,',
  'file:///',
  '',
]
const payloads = [
  '<svg onload="alert(1)" xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  '"><img src=x onerror=alert(1)>',
  '<svg><image href="https://evil.example/a.png"/></svg>',
  "' onerror='alert(1)",
]
const PNG = 'data:image/png;base64,iVBORw0KGgo='
let stop = () => {}
afterEach(() => {
  stop()
  delete (window as { ethereum?: unknown }).ethereum
})

describe('The EIP-6963 wallet finder', () => {
  it('[A37] lists an announced wallet with its rdns', async () => {
    const provider = createFakeWallet()
    const list = watch()
    announce({ uuid: 'u1', name: 'Harbor', rdns: 'example.harbor', icon: PNG }, provider)
    expect(await list()).toEqual([
      {
        id: 'u1',
        name: 'Harbor',
        type: 'ANNOUNCED',
        chain: 'eip155',
        imageUrl: PNG,
        info: { rdns: 'example.harbor', uuid: 'u1' },
        namespaces: ['eip155'],
        restoreKey: 'example.harbor',
        provider,
      },
    ])
  })

  it.each([`\n${PNG}`, `${PNG}\n`, PNG.replace('iVBO', 'iVBO\r\n'), PNG.replace('data:', 'da\nta:')])(
    '[D34] accepts an icon with line breaks, as browsers do: %j',
    async (icon) => {
      const list = watch()
      announce({ uuid: 'u1', name: 'Harbor', rdns: 'example.harbor', icon }, createFakeWallet())
      expect((await list())[0]!.imageUrl).toBe(PNG)
    },
  )

  it('asks wallets that loaded before its start to announce themselves', async () => {
    let asked = 0
    const onRequest = () => (asked += 1)
    window.addEventListener('eip6963:requestProvider', onRequest)
    watch()
    window.removeEventListener('eip6963:requestProvider', onRequest)
    expect(asked).toBe(1)
  })

  it('lists a wallet once even if it announces itself several times', async () => {
    const provider = createFakeWallet()
    const list = watch()
    for (let round = 0; round < 3; round++)
      announce({ uuid: `u${round}`, name: 'Harbor', rdns: 'example.harbor' }, provider)
    expect((await list()).map(({ id }) => id)).toEqual(['u0'])
  })

  it('[F11] lists two wallets with the same rdns, and marks both as look-alikes', async () => {
    const list = watch()
    announce({ uuid: 'u1', name: 'MetaMask', rdns: 'io.metamask' }, createFakeWallet())
    announce({ uuid: 'u1', name: 'MetaMask', rdns: 'io.metamask' }, createFakeWallet())
    announce({ uuid: 'u3', name: 'Harbor', rdns: 'example.harbor' }, createFakeWallet())
    expect((await list()).map(({ looksLike }) => looksLike?.by)).toEqual(['rdns', 'rdns', undefined])
    expect(new Set((await list()).map(({ id }) => id)).size).toBe(3)
  })

  it('lists a wallet at window.ethereum even if it is not announced', async () => {
    ;(window as { ethereum?: unknown }).ethereum = createFakeWallet()
    expect(await watch()()).toMatchObject([{ id: 'injected', type: 'INJECTED', name: 'Browser wallet' }])
  })

  it.each([
    'https://evil.example/icon.png',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    `data:image/png;base64,${'A'.repeat(200_000)}`,
    'blob:https://x/1',
    null,
    7,
  ])('[F10] ignores an icon that is remote, unsafe or too large: %.40s', async (icon) => {
    const list = watch()
    announce({ uuid: 'u1', name: 'Harbor', rdns: 'example.harbor', icon }, createFakeWallet())
    expect((await list())[0]).not.toHaveProperty('imageUrl')
  })

  it('[F10] accepts only data URL icons that are images of at most 128 kB', async () => {
    const body = fc.oneof(
      fc.string({ maxLength: 40 }),
      fc.constantFrom(...payloads),
      fc.constantFrom(60_000, 131_000, 131_072, 5_000_000).map((size) => 'A'.repeat(size)),
    )
    const head = fc.constantFrom(...pictures, ...others)
    const icon = fc.oneof(
      { weight: 8, arbitrary: fc.tuple(head, body).map((parts) => parts.join('')) },
      { weight: 2, arbitrary: fc.anything() },
    )
    let taken = 0
    const isTaken = async (value: unknown) => {
      const list = watch()
      announce({ uuid: 'u1', name: 'Harbor', rdns: 'example.harbor', icon: value }, createFakeWallet())
      const [listed] = await list()
      stop()
      const isSafe =
        typeof value === 'string' &&
        value.length <= 131_072 &&
        pictures.some((start) => value.toLowerCase().startsWith(start))
      expect(listed!.imageUrl).toBe(isSafe ? value : undefined)
      if (isSafe) taken += 1
    }
    await fc.assert(fc.asyncProperty(icon, isTaken), { numRuns: 200 })
    expect(taken).toBeGreaterThan(10)
    expect(taken).toBeLessThan(190)
  })

  it('[F11] lists all of 1 to 50 announced wallets, whatever their order, and marks wallets with the same rdns as look-alikes', async () => {
    const wallet = fc.record({
      uuid: fc.constantFrom('a', 'b', 'c', 'd'),
      name: fc.constantFrom('MetaMask', 'Metamask', 'Meta\u041cask', 'Harbor', 'Tide', '\u202eHarbor'),
      rdns: fc.constantFrom('io.metamask', 'example.harbor', 'example.tide', 'example.other'),
    })
    const wallets = fc.array(wallet, { minLength: 1, maxLength: 50 })
    await fc.assert(
      fc.asyncProperty(wallets, async (infos) => {
        const list = watch()
        const providers = infos.map(() => createFakeWallet())
        infos.forEach((info, index) => announce(info, providers[index]))
        const listed = await list()
        stop()
        expect(listed.map(({ provider }) => provider)).toEqual(providers)
        expect(new Set(listed.map(({ id }) => id)).size).toBe(infos.length)
        for (const { info, looksLike } of listed) {
          const isAlone = infos.filter(({ rdns }) => rdns === info!.rdns).length === 1
          if (!isAlone) expect(looksLike?.by).toBe('rdns')
          else expect(looksLike?.by).not.toBe('rdns')
        }
      }),
    )
  })

  it.each([
    [undefined, undefined],
    [null, createFakeWallet()],
    [{ uuid: 1, name: 'x', rdns: 'y' }, createFakeWallet()],
    [{ uuid: 'u', name: '  ', rdns: 'y' }, createFakeWallet()],
    [{ uuid: 'u', name: 'x', rdns: 'y' }, {}],
    [{ uuid: 'u', name: 'x', rdns: 'y' }, null],
  ])('ignores a malformed announcement: %j', async (info, provider) => {
    const list = watch()
    announce(info, provider)
    expect(await list()).toEqual([])
  })
})

describe('[G30] The name of an announced wallet', () => {
  const metaMask = { name: 'MetaMask', rdns: 'io.metamask' }
  const list4 = [
    metaMask,
    { name: 'Meta\u041cask', rdns: 'a.example' },
    { name: 'Meta\u200bMask', rdns: 'b.example' },
    { name: '\u202eMetaMask', rdns: 'c.example' },
  ]

  it('is marked as a look-alike in three imitations of MetaMask, so that only the real wallet is shown as MetaMask', async () => {
    for (const order of [list4, list4.toReversed()]) {
      const list = watch()
      order.forEach((info, index) => announce({ uuid: `${index}`, ...info }, createFakeWallet()))
      const listed = await list()
      expect(listed.filter(({ name }) => name === 'MetaMask')).toHaveLength(1)
      expect(new Set(listed.map(({ name }) => name)).size).toBe(4)
      for (const { info, looksLike } of listed)
        expect(looksLike).toEqual(info?.rdns === metaMask.rdns ? undefined : { name: 'MetaMask', by: 'name' })
      // Nothing is left that turns or hides the text around it.
      expect(listed.map(({ name }) => name).join('')).not.toMatch(/[\p{Cf}\p{Cc}]/u)
      stop()
    }
  })

  it('is marked as a look-alike if another wallet’s name differs from it only in case', async () => {
    const list = watch()
    announce({ uuid: '1', name: 'Harbor', rdns: 'example.harbor' }, createFakeWallet())
    announce({ uuid: '2', name: 'HARBOR', rdns: 'example.other' }, createFakeWallet())
    announce({ uuid: '3', name: 'Tide', rdns: 'example.tide' }, createFakeWallet())
    expect((await list()).map(({ looksLike }) => looksLike)).toEqual([
      { name: 'HARBOR', by: 'name' },
      { name: 'Harbor', by: 'name' },
      undefined,
    ])
  })

  it('can be written in a non-Latin script without being marked as a look-alike', async () => {
    const list = watch()
    const names = ['Кошелёк', 'トークンポケット', 'محفظة', 'Rabby Wallet']
    names.forEach((name, index) =>
      announce({ uuid: `${index}`, name, rdns: `${index}.example` }, createFakeWallet()),
    )
    expect((await list()).map(({ name, looksLike }) => [name, looksLike])).toEqual(
      names.map((name) => [name, undefined]),
    )
  })

  it.each(['', '   ', '\u200b\u200b', '\u202e'])(
    'must have visible characters, or the wallet is not listed: %j',
    async (name) => {
      const list = watch()
      announce({ uuid: '1', name, rdns: 'example.harbor' }, createFakeWallet())
      expect(await list()).toEqual([])
    },
  )
})

describe('[G31] The EIP-6963 wallet finder on a page with many or broken wallets', () => {
  it('lists 64 of 1,500 wallets, without icons that are too large, and notifies once for all of them', async () => {
    const icon = `data:image/png;base64,${'A'.repeat(200_000)}`
    const published: number[] = []
    const wallets = Array.from({ length: 1_500 }, (_, index) => ({
      info: { uuid: `${index}`, name: `Wallet ${index}`, rdns: `w${index}.example`, icon },
      provider: createFakeWallet(),
    }))
    const tell = () => {
      for (const { info, provider } of wallets) announce(info, provider)
    }
    window.addEventListener('eip6963:requestProvider', tell)
    let listed: readonly Connector[] = []
    stop = createEvmFinder(createEvmPageProvider()).watch((connectors) => {
      published.push(connectors.length)
      listed = connectors
    })
    window.removeEventListener('eip6963:requestProvider', tell)
    await Promise.resolve()
    // Once at once, as whoever watches is promised, and once for all that came with it.
    expect(published).toEqual([64, 64])
    expect(listed.filter(({ imageUrl }) => imageUrl)).toEqual([])
    // Again, as when the modal is opened again: nothing is new.
    tell()
    await Promise.resolve()
    expect(published).toHaveLength(2)
  })

  it.each<[string, () => unknown]>([
    [
      'throws when the wallet’s info is read',
      () => ({
        get info() {
          throw new Error('no')
        },
        provider: createFakeWallet(),
      }),
    ],
    [
      'throws when the wallet’s name is read',
      () => ({
        info: {
          uuid: 'u',
          rdns: 'r',
          get name() {
            throw new Error('no')
          },
        },
        provider: createFakeWallet(),
      }),
    ],
    [
      'throws when the wallet’s provider is used',
      () => ({
        info: { uuid: 'u', rdns: 'r', name: 'n' },
        provider: new Proxy(
          {},
          {
            get() {
              throw new Error('no')
            },
          },
        ),
      }),
    ],
    ['has no detail', () => undefined],
    ['has a number as detail', () => 7],
  ])('still lists other wallets after an announcement that %s', async (_, createDetail) => {
    const uncaught = vi.fn()
    window.addEventListener('error', uncaught)
    const list = watch()
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: createDetail() }))
    announce({ uuid: 'u1', name: 'Harbor', rdns: 'example.harbor' }, createFakeWallet())
    expect((await list()).map(({ name }) => name)).toEqual(['Harbor'])
    expect(uncaught).not.toHaveBeenCalled()
    window.removeEventListener('error', uncaught)
  })

  it('ignores a window.ethereum whose getter throws', async () => {
    Object.defineProperty(window, 'ethereum', {
      configurable: true,
      get() {
        throw new Error('no')
      },
    })
    const list = watch()
    announce({ uuid: 'u1', name: 'Harbor', rdns: 'example.harbor' }, createFakeWallet())
    expect((await list()).map(({ name }) => name)).toEqual(['Harbor'])
  })
})

describe('[G34] Wallets at window.ethereum', () => {
  const setLegacy = (provider: unknown) => Object.assign(window, { ethereum: provider })

  it('are found after the page load by the event ethereum#initialized', async () => {
    const list = watch()
    expect(await list()).toEqual([])
    setLegacy(createFakeWallet())
    window.dispatchEvent(new Event('ethereum#initialized'))
    expect(await list()).toMatchObject([{ type: 'INJECTED', restoreKey: 'injected' }])
  })

  it('are found after the page load without an event when the wallet list is shown again', async () => {
    let listed: readonly Connector[] = []
    const finder = createEvmFinder(createEvmPageProvider())
    stop = finder.watch((connectors) => (listed = connectors))
    setLegacy(createFakeWallet())
    finder.find()
    await Promise.resolve()
    expect(listed).toHaveLength(1)
    finder.find()
    await Promise.resolve()
    expect(listed).toHaveLength(1)
  })

  it('can be function objects', async () => {
    setLegacy(Object.assign(() => {}, createFakeWallet()))
    expect(await watch()()).toMatchObject([{ type: 'INJECTED' }])
  })

  it('are all listed if window.ethereum.providers contains several wallets', async () => {
    const [first, second, announced] = [createFakeWallet(), createFakeWallet(), createFakeWallet()]
    setLegacy({ ...createFakeWallet(), providers: [first, announced, null, second] })
    const tell = () => announce({ uuid: 'u1', name: 'Harbor', rdns: 'example.harbor' }, announced)
    window.addEventListener('eip6963:requestProvider', tell)
    const list = watch()
    window.removeEventListener('eip6963:requestProvider', tell)
    const listed = await list()
    expect(listed.map(({ provider }) => provider)).toEqual([announced, first, second])
    expect(new Set(listed.map(({ id }) => id)).size).toBe(3)
    expect(new Set(listed.map(({ name }) => name)).size).toBe(3)
  })

  it('are listed in addition to announced wallets', async () => {
    setLegacy(createFakeWallet())
    const list = watch()
    announce({ uuid: 'u1', name: 'Harbor', rdns: 'example.harbor' }, createFakeWallet())
    expect((await list()).map(({ name }) => name).toSorted()).toEqual(['Browser wallet', 'Harbor'])
  })

  it('are listed only once, under the announced name, if they are also announced', async () => {
    const provider = createFakeWallet()
    setLegacy(provider)
    const list = watch()
    expect((await list()).map(({ name }) => name)).toEqual(['Browser wallet'])
    announce({ uuid: 'u1', name: 'Harbor', rdns: 'example.harbor' }, provider)
    window.dispatchEvent(new Event('ethereum#initialized'))
    expect((await list()).map(({ name, restoreKey }) => [name, restoreKey])).toEqual([
      ['Harbor', 'example.harbor'],
    ])
  })

  it('are listed in addition to an announced wallet that they wrap, since they cannot be recognised as that wallet', async () => {
    const provider = createFakeWallet()
    setLegacy({ ...provider })
    const list = watch()
    announce({ uuid: 'u1', name: 'Harbor', rdns: 'example.harbor' }, provider)
    expect(await list()).toHaveLength(2)
  })
})

describe('[D45] Billfold’s own EVM provider', () => {
  const { provider } = createEvmPageProvider()
  const withRequest = (own: object) => Object.assign(own, { request: async () => [] })
  const setLegacy = (legacy: unknown) => Object.assign(window, { ethereum: legacy })
  const own: [string, object][] = [
    ['the provider object itself', provider],
    ['a copy of the provider', { ...provider }],
    ['a Proxy of the provider', new Proxy(provider, {})],
    ['an object with only its request()', { request: provider.request }],
    ['Billfold’s Solana provider', withRequest(createSolanaPageProvider().provider)],
    ['Billfold’s Bitcoin provider', withRequest(createBitcoinPageProvider().provider)],
  ]

  it.each(own)('is not listed as a wallet if the page announces it: %s', async (_, announced) => {
    const list = watch()
    announce({ uuid: 'u1', name: 'Driftwood', rdns: 'example.driftwood' }, announced)
    announce({ uuid: 'u2', name: 'Harbor', rdns: 'example.harbor' }, createFakeWallet())
    expect((await list()).map(({ name }) => name)).toEqual(['Harbor'])
  })

  const asked = (one: typeof provider): [string, Eip1193Provider][] => [
    ['unchanged', { request: (args) => one.request(args) }],
    ['asynchronously', { request: async (args) => (await Promise.resolve(), one.request(args)) }],
    ['with copied method and params', { request: ({ method, params }) => one.request({ method, params }) }],
    ['by a bound request()', { request: one.request.bind(one) }],
  ]
  const shell = (connect: ProviderShell['connect']): ProviderShell => ({
    connect,
    awaitRestored: async () => undefined,
    disconnect: async () => undefined,
    call: () => Promise.reject(new Error('not here')),
  })
  it.each(asked(provider).map(([name], at) => [name, at] as const))(
    'cannot be connected as a wallet, even through a wallet that forwards requests to it: %s',
    async (_, at) => {
      const pageProvider = createEvmPageProvider()
      const adapter = createEvmAdapter(pageProvider)
      const connect = vi.fn(() => new Promise(() => {}))
      const account = createPageSignal<AccountState>({ status: 'disconnected' })
      pageProvider.page = { networks: [], account, load: async () => shell(connect) }
      const connector = toConnector(asked(pageProvider.provider)[at]![1])
      const request = { signal: new AbortController().signal, onProgress: () => {} }
      await expect(adapter.connect(connector, request)).rejects.toMatchObject({
        code: 'wallet_failed',
        message: expect.stringContaining('Choose another wallet'),
      })
      // Another account that is connected is not that wallet's either.
      pageProvider.target = { accounts: [`0x${'1'.repeat(40)}`], chainId: 1, request: async () => null }
      await expect(adapter.connect(connector, request)).rejects.toMatchObject({ code: 'wallet_failed' })
      expect(connect).not.toHaveBeenCalled()
    },
  )

  it.each(asked(provider).map(([name], at) => [name, at] as const))(
    'rejects requests that the connected wallet sends back to it: %s',
    async (_, at) => {
      const pageProvider = createEvmPageProvider()
      const adapter = createEvmAdapter(pageProvider)
      const connector = toConnector(asked(pageProvider.provider)[at]![1])
      const address = `0x${'1'.repeat(40)}`
      adapter.setActive({
        status: 'connected',
        connector,
        caipAddress: `eip155:1:${address}`,
        address,
        caipNetworkId: 'eip155:1',
        network: undefined,
        allAccounts: [{ caipAddress: `eip155:1:${address}`, address, purpose: 'eoa' }],
      })
      for (const params of [['0x68', address], { from: address }])
        await expect(
          pageProvider.provider.request({ method: 'personal_sign', params }),
        ).rejects.toMatchObject({
          code: 4100,
        })
    },
  )

  it('answers the page’s eth_requestAccounts while the connection of a wallet is pending', async () => {
    const pageProvider = createEvmPageProvider()
    const connect = vi.fn(async () => {})
    const account = createPageSignal<AccountState>({ status: 'disconnected' })
    pageProvider.page = { networks: [], account, load: async () => shell(connect) }
    const request = { signal: new AbortController().signal, onProgress: () => {} }
    const pending = createEvmAdapter(pageProvider).connect(
      toConnector({ request: () => new Promise(() => {}) }),
      request,
    )
    expect(await pageProvider.provider.request({ method: 'eth_requestAccounts' })).toEqual([])
    expect(connect).toHaveBeenCalledOnce()
    void pending
  })

  it.each(own)(
    'is not listed as a wallet if found at window.ethereum or in window.ethereum.providers: %s',
    async (_, set) => {
      setLegacy(set)
      expect(await watch()()).toEqual([])
      const other = createFakeWallet()
      for (const legacy of [createFakeWallet(), { ...set }]) {
        stop()
        setLegacy({ ...legacy, providers: [set, other] })
        const listed = await watch()()
        expect(listed.map(({ provider: one, name }) => [one, name])).toEqual([[other, 'Browser wallet']])
      }
    },
  )
})

/** What is listed once all that was announced in this task is told. */
function watch(): () => Promise<readonly Connector[]> {
  let latest: readonly Connector[] = []
  stop = createEvmFinder(createEvmPageProvider()).watch((connectors) => (latest = connectors))
  return async () => {
    await Promise.resolve()
    return latest
  }
}

function announce(info: unknown, provider: unknown): void {
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
}
