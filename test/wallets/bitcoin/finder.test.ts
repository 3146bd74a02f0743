// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Connector } from '../../../src/wallets/connector.ts'
import { createBitcoinPageProvider } from '../../../src/wallets/bitcoin/page-provider.ts'
import { createBitcoinFinder } from '../../../src/wallets/bitcoin/finder.ts'
import { createFakeBitcoinWallet, createFakeInjectedWallet } from '../../fake-bitcoin-wallet.ts'
import { createFakeStandardWallet, register as registerForGood } from '../../fake-standard-wallet.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

describe('[A37] The Bitcoin wallet finder', () => {
  it('lists Bitcoin wallets announced before or after its start, and no wallets of other chains', async () => {
    const [early, late] = [createFakeBitcoinWallet(), createFakeBitcoinWallet({ name: 'Late' })]
    register(early)
    register(createFakeStandardWallet({ name: 'Of Solana' }))
    const { list } = watch()
    register(late)
    expect(await list()).toEqual([
      {
        id: 'bip122/Lantern',
        name: 'Lantern',
        type: 'ANNOUNCED',
        chain: 'bip122',
        namespaces: ['bip122'],
        restoreKey: 'Lantern',
        imageUrl: early.icon,
        provider: early,
      },
      expect.objectContaining({ name: 'Late', provider: late }),
    ])
  })

  it('lists a wallet under its own name if no other wallet uses the same global object', async () => {
    const [uniSat, okx] = [createFakeInjectedWallet().provider, createFakeInjectedWallet().provider]
    place({ unisat_wallet: uniSat, unisat: uniSat, okxwallet: { bitcoin: okx } })
    const { list } = watch()
    expect(await list()).toMatchObject([
      { name: 'UniSat', type: 'INJECTED', restoreKey: 'unisat_wallet', provider: uniSat },
      { name: 'OKX Wallet', type: 'INJECTED', restoreKey: 'okxwallet.bitcoin', provider: okx },
    ])
  })

  it('lists a wallet as “Bitcoin wallet” if several wallets use its global object', async () => {
    const { provider } = createFakeInjectedWallet()
    place({ unisat: provider })
    const { list, find } = watch()
    find()
    expect(await list()).toMatchObject([{ name: 'Bitcoin wallet', restoreKey: 'unisat', provider }])
  })

  it('[G34] finds a wallet that loads late by its event, or without an event when the wallet list is shown again', async () => {
    const { list, find } = watch()
    place({ unisat: createFakeInjectedWallet().provider })
    window.dispatchEvent(new Event('unisat#initialized'))
    expect(await list()).toHaveLength(1)
    place({ wizz: createFakeInjectedWallet().provider })
    find()
    expect((await list()).map(({ name }) => name)).toEqual(['Wizz Wallet'])
  })

  it.each([
    ['before', true],
    ['after', false],
  ])(
    'lists a wallet once if it is both injected and announced (announced %s the search)',
    async (_, isEarly) => {
      const wallet = createFakeBitcoinWallet()
      place({ unisat: createFakeInjectedWallet().provider })
      if (isEarly) register(wallet)
      const { list, find } = watch()
      expect(await list()).toHaveLength(1)
      if (!isEarly) register(wallet)
      find()
      window.dispatchEvent(new Event('unisat#initialized'))
      expect((await list()).map(({ provider }) => provider)).toEqual([wallet])
    },
  )

  it('ignores wallets that are announced after it stops', async () => {
    const { list } = watch()
    for (const stop of stops.splice(0)) stop()
    place({ unisat: createFakeInjectedWallet().provider })
    window.dispatchEvent(new Event('unisat#initialized'))
    register(createFakeBitcoinWallet())
    expect(await list()).toEqual([])
  })
})

describe('The Bitcoin wallet finder on a page with malicious wallets', () => {
  it('[F11] lists a wallet once even if it announces itself 100 times, and marks two wallets that share a name as look-alikes', async () => {
    const wallet = createFakeBitcoinWallet()
    const { list } = watch()
    for (let index = 0; index < 100; index += 1) register(wallet)
    expect(await list()).toHaveLength(1)
    register(createFakeBitcoinWallet())
    expect((await list()).map(({ looksLike }) => looksLike?.by)).toEqual(['rdns', 'rdns'])
  })

  it('[F11] [G30] marks two wallets as look-alikes if an announced wallet has the name of an injected wallet', async () => {
    place({ unisat_wallet: createFakeInjectedWallet().provider })
    register(createFakeBitcoinWallet({ name: 'UniSat' }))
    const listed = await watch().list()
    expect(listed.map(({ name, looksLike }) => [name, looksLike?.by])).toEqual([
      ['UniSat', 'name'],
      ['UniSat', 'name'],
    ])
  })

  it('[F10] ignores an icon that would have to be fetched', async () => {
    register(createFakeBitcoinWallet({ icon: 'https://evil.example/icon.png' }))
    expect((await watch().list())[0]).not.toHaveProperty('imageUrl')
  })

  it.each<[string, unknown]>([
    ['is not an object', 7],
    ['has no callable method', { requestAccounts: 'no' }],
    ['throws on any property access', new Proxy({}, { get: () => fail() })],
  ])('[G31] ignores an injected object that %s, and still finds other wallets', async (_, provider) => {
    place({ unisat: provider, unisat_wallet: provider, okxwallet: provider, bitkeep: null })
    register(createFakeBitcoinWallet())
    expect((await watch().list()).map(({ name }) => name)).toEqual(['Lantern'])
  })

  it('[G31] ignores a global object that throws when it is read', async () => {
    Object.defineProperty(window, 'unisat', { configurable: true, get: fail })
    stops.push(() => Reflect.deleteProperty(window, 'unisat'))
    expect(await watch().list()).toEqual([])
  })

  it('[G31] lists 64 of 1,500 wallets, and notifies once', async () => {
    const told = vi.fn()
    stops.push(createBitcoinFinder(createBitcoinPageProvider()).watch((list) => told(list.length)))
    for (let index = 0; index < 1_500; index += 1) register(createFakeBitcoinWallet({ name: `W ${index}` }))
    await Promise.resolve()
    expect(told.mock.calls).toEqual([[0], [64]])
  })
})

function register(wallet: unknown): void {
  stops.push(registerForGood(wallet))
}

/** At the window. */
function place(providers: Record<string, unknown>): void {
  Object.assign(window, providers)
  stops.push(() => Object.keys(providers).forEach((name) => Reflect.deleteProperty(window, name)))
}

function fail(): never {
  throw new Error('no')
}

/** `list`: what is listed once all that was found in this task is told. */
function watch() {
  let latest: readonly Connector[] = []
  const finder = createBitcoinFinder(createBitcoinPageProvider())
  stops.push(finder.watch((connectors) => (latest = connectors)))
  return {
    find: () => finder.find(),
    async list() {
      await Promise.resolve()
      return latest
    },
  }
}
