// @vitest-environment happy-dom
import { registerWallet } from '@wallet-standard/wallet'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Connector } from '../../../src/wallets/connector.ts'
import { createSolanaFinder } from '../../../src/wallets/solana/finder.ts'
import { createSolanaPageProvider } from '../../../src/wallets/solana/page-provider.ts'
import { createFakeStandardWallet, register as registerForGood } from '../../fake-standard-wallet.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

describe('[A37] The Wallet Standard finder', () => {
  it('lists wallets registered before and after its start, with their names and icons', async () => {
    const [early, late] = [createFakeStandardWallet(), createFakeStandardWallet({ name: 'Late' })]
    register(early)
    const list = watch()
    register(late)
    expect(await list()).toEqual([
      {
        id: 'solana/Lantern',
        name: 'Lantern',
        type: 'ANNOUNCED',
        chain: 'solana',
        namespaces: ['solana'],
        restoreKey: 'Lantern',
        imageUrl: early.icon,
        provider: early,
      },
      expect.objectContaining({ name: 'Late', provider: late }),
    ])
  })

  it('finds wallets that are registered by the standard’s own library, before and after its start', async () => {
    const [early, late] = [createFakeStandardWallet(), createFakeStandardWallet({ name: 'Late' })]
    stopListeningAfterwards()
    registerWallet(early as never)
    const list = watch()
    registerWallet(late as never)
    expect((await list()).map(({ provider }) => provider)).toEqual([early, late])
  })

  it('leaves out wallets of chains other than Solana, and wallets without a name or a connect feature', async () => {
    const list = watch()
    register(createFakeStandardWallet({ chains: ['bitcoin:mainnet'] }))
    register(createFakeStandardWallet({ features: {} }))
    register(createFakeStandardWallet({ name: '\u200b' }))
    register(createFakeStandardWallet({ name: 7 as never }))
    expect(await list()).toEqual([])
  })

  it('[D45] does not list Billfold’s own provider', async () => {
    const pageProvider = createSolanaPageProvider()
    const own = Object.defineProperty(pageProvider.provider, 'chains', { value: ['solana:mainnet'] })
    const list = watch()
    register(own as never)
    register(createFakeStandardWallet())
    expect((await list()).map(({ name }) => name)).toEqual(['Lantern'])
  })

  it('removes a wallet that unregisters itself, but not a wallet that a different script registered first', async () => {
    const [own, foreign] = [createFakeStandardWallet(), createFakeStandardWallet({ name: 'Foreign' })]
    const list = watch()
    register(foreign)
    let takeBack = () => {}
    const detail = (page: { register(...wallets: unknown[]): () => void }) =>
      (takeBack = page.register(own, foreign))
    window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
    expect(await list()).toHaveLength(2)
    takeBack()
    expect((await list()).map(({ name }) => name)).toEqual(['Foreign'])
  })

  it('ignores wallets that are registered after it stops', async () => {
    const list = watch()
    for (const stop of stops.splice(0)) stop()
    register(createFakeStandardWallet())
    expect(await list()).toEqual([])
  })
})

describe('The Wallet Standard finder on a page with malicious wallets', () => {
  it('[G31] lists 64 of 1,500 wallets, each once even if it registers twice, and notifies once', async () => {
    const wallets = Array.from({ length: 1_500 }, (_, index) =>
      createFakeStandardWallet({
        name: `Wallet ${index}`,
        icon: `data:image/png;base64,${'A'.repeat(200_000)}`,
      }),
    )
    const told: number[] = []
    let latest: readonly Connector[] = []
    stops.push(
      createSolanaFinder(createSolanaPageProvider()).watch((list) => {
        told.push(list.length)
        latest = list
      }),
    )
    for (const wallet of [...wallets, ...wallets]) register(wallet)
    await Promise.resolve()
    expect(told).toEqual([0, 64])
    expect(latest.filter(({ imageUrl }) => imageUrl)).toEqual([])
  })

  it('[F11] [G30] marks as look-alikes two wallets of one name, and a third wallet that imitates this name in foreign letters', async () => {
    const list = watch()
    for (const name of ['Lantern', 'Lantern', 'Lаntern', 'Beacon'])
      register(createFakeStandardWallet({ name }))
    const listed = await list()
    expect(listed.map(({ looksLike }) => looksLike?.by)).toEqual(['rdns', 'rdns', 'name', undefined])
    expect(new Set(listed.map(({ id }) => id)).size).toBe(4)
    expect(listed[2]!.name).toBe('L�ntern')
  })

  it('[F10] ignores an icon that would have to be fetched', async () => {
    const list = watch()
    register(createFakeStandardWallet({ icon: 'https://evil.example/icon.png' }))
    expect((await list())[0]).not.toHaveProperty('imageUrl')
  })

  it.each<[string, () => void]>([
    ['throws when it registers', () => announce(() => fail())],
    ['announces a number instead of a callback', () => announce(7)],
    [
      'registers values that are not wallets',
      () => announce((page) => page.register(undefined, null, 7, 'wallet')),
    ],
    [
      'throws on any property access',
      () => announce((page) => page.register(new Proxy({}, { get: () => fail() }))),
    ],
    [
      'overwrites the page’s register()',
      () =>
        announce((page) => {
          page.register = () => fail()
        }),
    ],
  ])('[G31] still lists other wallets after a wallet that %s', async (_, harm) => {
    const uncaught = vi.fn()
    window.addEventListener('error', uncaught)
    const list = watch()
    harm()
    register(createFakeStandardWallet())
    expect((await list()).map(({ name }) => name)).toEqual(['Lantern'])
    expect(uncaught).not.toHaveBeenCalled()
    window.removeEventListener('error', uncaught)
  })
})

function register(wallet: unknown): void {
  stops.push(registerForGood(wallet))
}

/** The standard's library listens as long as the page lives. */
function stopListeningAfterwards(): void {
  const listening = vi.spyOn(window, 'addEventListener')
  stops.push(() => {
    for (const [event, listener] of listening.mock.calls) window.removeEventListener(event, listener)
    listening.mockRestore()
  })
}

function fail(): never {
  throw new Error('no')
}

type Announce = (page: { register(...wallets: unknown[]): unknown }) => unknown

function announce(detail: Announce | number): void {
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }))
}

/** What is listed once all that was announced in this task is told. */
function watch(): () => Promise<readonly Connector[]> {
  let latest: readonly Connector[] = []
  stops.push(createSolanaFinder(createSolanaPageProvider()).watch((connectors) => (latest = connectors)))
  return async () => {
    await Promise.resolve()
    return latest
  }
}
