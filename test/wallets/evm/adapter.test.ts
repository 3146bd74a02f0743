// @vitest-environment happy-dom
import * as fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { askedWallets } from '../../../src/wallets/asked-wallets.ts'
import { createEvmAdapter } from '../../../src/wallets/evm/adapter.ts'
import type { WalletRequest } from '../../../src/wallets/wallet-request.ts'
import type { WalletAccounts } from '../../../src/wallets/wallet-accounts.ts'
import { type Eip1193Provider, listenToWallet } from '../../../src/wallets/evm/eip1193.ts'
import { createEvmPageProvider } from '../../../src/wallets/evm/page-provider.ts'
import { eventually } from '../../eventually.ts'
import { createFakeWallet, toConnector } from '../../fake-wallet.ts'
import { propertyRuns } from '../../property-runs.ts'

const ADDRESS = '0x71C4A09E5b2Df8361C7e90D4Af52E8137bd6C02a'

it('[F8] a late answer of an EVM wallet never replaces the network that the wallet gave in answer to a later request', async () => {
  const wallet = createFakeWallet()
  const { request } = wallet
  const chains: (() => void)[] = []
  wallet.request = async (args) => {
    const answer = await request(args)
    if (args.method === 'eth_chainId') await new Promise<void>((resolve) => chains.push(resolve))
    return answer
  }
  const seen: unknown[] = []
  const stop = watchAccounts(wallet, ([found]) => seen.push(found?.caipNetworkId))
  await eventually(() => expect(chains).toHaveLength(1))
  wallet.caipNetworkId = '0xa'
  wallet.emit('chainChanged')
  await eventually(() => expect(chains).toHaveLength(2))
  chains[1]!()
  await eventually(() => expect(seen).toEqual(['eip155:10']))
  chains[0]!()
  await new Promise((resolve) => setTimeout(resolve))
  expect(seen).toEqual(['eip155:10'])
  stop()
})

it('[G33] an EVM wallet is asked for its network a second time if the first request after its chainChanged event fails', async () => {
  const wallet = createFakeWallet()
  const { request } = wallet
  const seen: unknown[] = []
  const stop = watchAccounts(wallet, ([found]) => seen.push(found?.caipNetworkId))
  await eventually(() => expect(seen).toHaveLength(1))
  let failures = 0
  wallet.request = async (args) => {
    if ((failures += 1) === 1) throw Object.assign(new Error('Internal error'), { code: -32603 })
    return request(args)
  }
  wallet.caipNetworkId = '0xa'
  wallet.emit('chainChanged')
  await eventually(() => expect(seen.at(-1)).toBe('eip155:10'))
  stop()
})

it('[G23] an EVM wallet that answers with "Unauthorized" counts as disconnected', async () => {
  const wallet = createFakeWallet()
  const seen: number[] = []
  const stop = watchAccounts(wallet, (shares) => seen.push(shares.length))
  await eventually(() => expect(seen).toEqual([1]))
  wallet.request = () => Promise.reject(Object.assign(new Error('Unauthorized'), { code: 4100 }))
  wallet.emit('accountsChanged')
  await eventually(() => expect(seen).toEqual([1, 0]))
  stop()
})

describe('Connecting an EVM wallet', () => {
  it('[A4] returns the account and the network that the wallet shares', async () => {
    const wallet = createFakeWallet({ caipNetworkId: '0xa4b1' })
    await expect(connect(wallet)).resolves.toEqual([
      {
        caipNetworkId: 'eip155:42161',
        accounts: [
          { caipAddress: `eip155:42161:${ADDRESS.toLowerCase()}`, address: ADDRESS, purpose: 'eoa' },
        ],
      },
    ])
  })

  it('reports a decline as wallet_declined', async () => {
    const wallet = createFakeWallet({ person: 'declines' })
    await expect(connect(wallet)).rejects.toMatchObject({
      code: 'wallet_declined',
      message: 'Declined in Harbor. Nothing was shared.',
    })
  })

  it.each([
    [{ code: -32002, message: 'already pending' }, 'wallet_busy'],
    [{ code: -32603, data: { originalError: { code: 4001 } } }, 'wallet_declined'],
    [new Error('no idea'), 'wallet_failed'],
    ['text', 'wallet_failed'],
    [undefined, 'wallet_failed'],
  ])('reports the wallet’s error %j as %s', async (thrown, code) => {
    const wallet: Eip1193Provider = { request: () => Promise.reject(thrown) }
    await expect(connect(wallet)).rejects.toMatchObject({ code })
  })

  it('fails with the reason no_account if the wallet shares no accounts', async () => {
    const wallet = createFakeWallet({ accounts: [] })
    await expect(connect(wallet)).rejects.toMatchObject({
      code: 'wallet_failed',
      context: { reason: 'no_account' },
    })
  })

  const junk: unknown[] = [
    null,
    {},
    'x',
    7,
    [null],
    [7],
    ['0x12'],
    [ADDRESS, 'javascript:'],
    [`${ADDRESS}0`],
    ['71C4'],
    [[]],
  ]
  it.each(junk)('[F13] refuses a wallet that returns %j as its accounts', async (accounts) => {
    await expect(connect(createFakeWallet({ accounts }))).rejects.toMatchObject({
      code: 'wallet_bad_account',
    })
  })

  it('[F13] refuses a wallet that returns any of 300 random values as its accounts', async () => {
    const one = fc.oneof(
      fc.anything(),
      fc.constant(ADDRESS),
      fc.string(),
      fc.string().map((text) => `0x${text}`),
    )
    const value = fc
      .oneof(fc.anything(), fc.array(one, { minLength: 1, maxLength: 5 }))
      .filter((accounts) => !Array.isArray(accounts) || accounts.some((each) => each !== ADDRESS))
    await fc.assert(
      fc.asyncProperty(value, async (accounts) => {
        await expect(connect(createFakeWallet({ accounts }))).rejects.toMatchObject({ code: /^wallet_/ })
      }),
      { numRuns: propertyRuns(300) },
    )
  })

  it.each([null, '', '0x', '0xzz', 'eip155:1', '0x0', -1, 1.5, Number.NaN, '0xffffffffffffffffffff', {}])(
    '[F13] [G34] refuses, with a network error, a wallet that gives %j as its network',
    async (caipNetworkId) => {
      await expect(connect(createFakeWallet({ caipNetworkId }))).rejects.toMatchObject({
        code: 'wallet_bad_network',
      })
    },
  )
})

describe('The EVM adapter watching a wallet', () => {
  it('[F13] handles 10,000 events in one frame as one change', async () => {
    const wallet = createFakeWallet()
    const seen: unknown[] = []
    const stop = watchAccounts(wallet, ([found]) => seen.push(found?.caipNetworkId))
    await eventually(() => expect(seen).toEqual(['eip155:1']))
    for (let index = 0; index < 10_000; index++) {
      wallet.caipNetworkId = `0x${(index + 1).toString(16)}`
      wallet.emit('chainChanged')
    }
    await eventually(() => expect(seen).toEqual(['eip155:1', 'eip155:10000']))
    stop()
    expect(wallet.listenerCount()).toBe(0)
  })

  it('[F13] reports at most 60 changes per second for 10,000 events, and always the last change', async () => {
    vi.useFakeTimers()
    // A screen draws 60 times in a second at most; timers know whole milliseconds.
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => setTimeout(run, 17))
    vi.stubGlobal('cancelAnimationFrame', clearTimeout)
    const wallet = createFakeWallet()
    const seen: unknown[] = []
    const stop = watchAccounts(wallet, ([found]) => seen.push(found?.caipNetworkId))
    await vi.advanceTimersByTimeAsync(0)
    expect(seen.splice(0)).toEqual(['eip155:1'])
    for (let index = 0; index < 10_000; index++) {
      wallet.caipNetworkId = `0x${(index + 2).toString(16)}`
      wallet.emit('chainChanged', wallet.caipNetworkId)
      if (index % 10 === 9) await vi.advanceTimersByTimeAsync(1)
    }
    // What an event says, and the answer that says the same.
    const different = seen.filter((one, index) => one !== seen[index - 1])
    expect(different.length).toBeGreaterThan(10)
    expect(different.length).toBeLessThanOrEqual(60)
    await vi.advanceTimersByTimeAsync(100)
    expect(seen.at(-1)).toBe('eip155:10001')
    stop()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  it('disconnects if the wallet’s data stay invalid for more than 3 s, and reconnects once they are valid', async () => {
    vi.useFakeTimers()
    const wallet = createFakeWallet()
    const seen: unknown[] = []
    const stop = watchAccounts(wallet, (shares) => seen.push(shares.length))
    await vi.advanceTimersByTimeAsync(0)
    wallet.accounts = ['junk']
    wallet.emit('accountsChanged', ['junk'])
    await vi.advanceTimersByTimeAsync(3_000)
    expect(seen).toEqual([1])
    await vi.advanceTimersByTimeAsync(1_000)
    expect(seen).toEqual([1, 0])
    // Nothing is for ever: it is asked on.
    wallet.accounts = [ADDRESS]
    await vi.advanceTimersByTimeAsync(10_000)
    expect(seen).toEqual([1, 0, 1])
    stop()
  })
})

describe('[G33] An EVM wallet with unreliable answers', () => {
  const OTHER = `0x${'2'.repeat(40)}`
  afterEach(() => void vi.useRealTimers())

  /** What is seen of a followed wallet, each time as the active address and the network. */
  async function follow() {
    vi.useFakeTimers()
    const wallet = createFakeWallet()
    const seen: unknown[] = []
    const stop = watchAccounts(wallet, ([share]) =>
      seen.push(share && [share.accounts[0].address, share.caipNetworkId]),
    )
    await vi.advanceTimersByTimeAsync(0)
    expect(seen).toEqual([[ADDRESS, 'eip155:1']])
    const { request } = wallet
    /** Answers one method otherwise; without an answer, as before. */
    const answer = (method: string, give?: () => unknown) => {
      wallet.request = async (args) => (give && args.method === method ? give() : request(args))
    }
    return { wallet, seen, stop, answer, last: () => seen.at(-1) }
  }

  it('is shown with the account from its event even if it does not answer the next request, and is asked again within 5 s', async () => {
    const { wallet, stop, answer, last } = await follow()
    answer('eth_accounts', () => new Promise(() => {}))
    wallet.accounts = [OTHER]
    wallet.emit('accountsChanged', [OTHER])
    await vi.advanceTimersByTimeAsync(60)
    expect(last()).toEqual([OTHER, 'eip155:1'])
    answer('eth_accounts')
    wallet.caipNetworkId = '0xa'
    await vi.advanceTimersByTimeAsync(5_000)
    expect(last()).toEqual([OTHER, 'eip155:10'])
    stop()
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is asked again within 5 s if its event has no data and it does not answer the next request', async () => {
    const { wallet, stop, answer, last } = await follow()
    answer('eth_accounts', () => new Promise(() => {}))
    wallet.emit('accountsChanged')
    await vi.advanceTimersByTimeAsync(1_000)
    wallet.accounts = [OTHER]
    answer('eth_accounts')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(last()).toEqual([OTHER, 'eip155:1'])
    stop()
  })

  it('is shown with the account from its event even if it still answers requests with its previous account for a while', async () => {
    const { wallet, seen, stop, answer } = await follow()
    answer('eth_accounts', () => [ADDRESS])
    wallet.accounts = [OTHER]
    wallet.emit('accountsChanged', [OTHER])
    await vi.advanceTimersByTimeAsync(1_000)
    answer('eth_accounts')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(seen.slice(1)).not.toContainEqual([ADDRESS, 'eip155:1'])
    expect(seen.at(-1)).toEqual([OTHER, 'eip155:1'])
    stop()
  })

  it('is shown with the network from its answers once they have contradicted its event for several seconds', async () => {
    const { wallet, stop, last } = await follow()
    wallet.emit('chainChanged', '0xa')
    await vi.advanceTimersByTimeAsync(60)
    expect(last()).toEqual([ADDRESS, 'eip155:10'])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(last()).toEqual([ADDRESS, 'eip155:1'])
    stop()
  })

  it('is shown with the account from its event even if its answer to an earlier request arrives after the event', async () => {
    const { wallet, seen, stop, answer } = await follow()
    let late: ((accounts: unknown) => void) | undefined
    answer('eth_accounts', () => new Promise((resolve) => (late ??= resolve)))
    wallet.emit('connect')
    await vi.advanceTimersByTimeAsync(60)
    wallet.accounts = [OTHER]
    wallet.emit('accountsChanged', [OTHER])
    late?.([ADDRESS])
    await vi.advanceTimersByTimeAsync(60)
    expect(seen.slice(1)).toEqual([[OTHER, 'eip155:1']])
    stop()
  })

  it.each([null, '', {}])(
    'stays connected if it gives the invalid network %j once, and a valid network when it is asked again',
    async (junk) => {
      const { wallet, seen, stop, answer } = await follow()
      let asked = 0
      answer('eth_chainId', () => ((asked += 1) === 1 ? junk : '0x1'))
      wallet.emit('chainChanged', junk)
      await vi.advanceTimersByTimeAsync(60_000)
      expect(asked).toBe(2)
      expect(seen).not.toContain(undefined)
      stop()
    },
  )

  it('is disconnected at once by an event with an empty account list; an event with unreadable data changes nothing', async () => {
    const { wallet, stop, last } = await follow()
    const trap = new Proxy([ADDRESS], {
      get() {
        throw new Error('trap')
      },
    })
    wallet.emit('accountsChanged', trap)
    await vi.advanceTimersByTimeAsync(60)
    expect(last()).toEqual([ADDRESS, 'eip155:1'])
    wallet.accounts = []
    wallet.emit('accountsChanged', [])
    await vi.advanceTimersByTimeAsync(60)
    expect(last()).toBeUndefined()
    stop()
  })

  it('is asked for its account each time the page becomes visible', async () => {
    const { wallet, stop, last } = await follow()
    wallet.accounts = [OTHER]
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(60)
    expect(last()).toEqual([OTHER, 'eip155:1'])
    stop()
  })
})

describe('[G23] The EVM page provider', () => {
  const OTHER = `0x${'2'.repeat(40)}`
  afterEach(() => void vi.useRealTimers())

  /** A page over one wallet, which is followed as a connection does it. */
  async function openPage() {
    const wallet = createFakeWallet()
    const pageProvider = createEvmPageProvider()
    const adapter = createEvmAdapter(pageProvider)
    const connector = toConnector(wallet)
    const stop = adapter.watchAccounts(connector, ([share]) => {
      adapter.setActive(
        share && {
          status: 'connected',
          connector,
          caipNetworkId: share.caipNetworkId,
          network: undefined,
          allAccounts: share.accounts,
          ...share.accounts[0],
        },
      )
    })
    await eventually(() => expect(pageProvider.target).toBeDefined())
    const ask = (method: string) => pageProvider.provider.request({ method })
    return { wallet, ask, stop }
  }

  it.each(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])(
    'has the new network as soon as the wallet has answered %s, even if the wallet emits no event',
    async (method) => {
      const { wallet, ask, stop } = await openPage()
      const { request } = wallet
      wallet.request = async (args) => {
        if (args.method !== method) return request(args)
        wallet.caipNetworkId = '0xa'
        return null
      }
      await expect(ask(method)).resolves.toBeNull()
      await expect(ask('eth_chainId')).resolves.toBe('0xa')
      stop()
    },
  )

  it.each([
    ['wallet_requestPermissions', [OTHER]],
    ['wallet_revokePermissions', []],
  ])(
    'has the new accounts as soon as the wallet has answered %s, even if the answer is a decline',
    async (method, accounts) => {
      const { wallet, ask, stop } = await openPage()
      const { request } = wallet
      wallet.request = async (args) => {
        if (args.method !== method) return request(args)
        wallet.accounts = accounts
        throw Object.assign(new Error('no'), { code: 4001 })
      }
      await expect(ask(method)).rejects.toMatchObject({ code: 4001 })
      await expect(ask('eth_accounts')).resolves.toEqual(accounts)
      stop()
    },
  )

  it.each(['wallet_switchEthereumChain', 'wallet_requestPermissions', 'wallet_sendCalls'])(
    '[F12] waits for the user’s answer to %s as long as it takes',
    async (method) => {
      const { wallet, ask, stop } = await openPage()
      const { request } = wallet
      vi.useFakeTimers()
      wallet.request = (args) =>
        args.method === method
          ? new Promise((resolve) => setTimeout(() => resolve('yes'), 600_000))
          : request(args)
      const answered = vi.fn()
      ask(method).then(answered, answered)
      await vi.advanceTimersByTimeAsync(599_000)
      expect(answered).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(5_000)
      expect(answered).toHaveBeenCalledWith('yes')
      stop()
    },
  )

  it.each([
    ['personal_sign', 1],
    ['eth_sendTransaction', 1],
    ['wallet_sendCalls', 1],
    ['wallet_switchEthereumChain', 1],
    ['eth_decrypt', 1],
    ['eth_call', 0],
    ['wallet_getCallsStatus', 0],
  ])(
    '[D42] counts a request as pending in the wallet only if the user has to decide it: %s counts as %i',
    async (method, count) => {
      const { wallet, ask, stop } = await openPage()
      const { request } = wallet
      let answer = () => {}
      wallet.request = (args) =>
        args.method === method
          ? new Promise(
              (_, reject) => (answer = () => reject(Object.assign(new Error('no'), { code: 4001 }))),
            )
          : request(args)
      const asked = ask(method)
      await eventually(() => expect(askedWallets.value).toBe(count))
      answer()
      await expect(asked).rejects.toMatchObject({ code: 4001 })
      expect(askedWallets.value).toBe(0)
      stop()
    },
  )

  it('returns the answer to a network switch within 3 s even if the wallet does not report its new network', async () => {
    const { wallet, ask, stop } = await openPage()
    vi.useFakeTimers()
    wallet.request = async ({ method }) => (method.startsWith('eth_') ? new Promise(() => {}) : null)
    const answered = vi.fn()
    void ask('wallet_switchEthereumChain').then(answered)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(answered).toHaveBeenCalledWith(null)
    stop()
  })
})

describe('[G33] An EVM wallet that switches its network while it is being connected', () => {
  it('is shown with its new network as soon as it is connected and watched', async () => {
    const wallet = createFakeWallet()
    const { request: answer } = wallet
    wallet.request = async (args) => {
      const given = await answer(args)
      // The person goes elsewhere between the two answers of one read, and nobody listens yet.
      if (args.method === 'eth_chainId') wallet.caipNetworkId = '0xa'
      return given
    }
    const [share] = await connect(wallet)
    expect(share).toMatchObject({ caipNetworkId: 'eip155:1' })
    const seen: unknown[] = []
    const stop = watchAccounts(wallet, ([found]) => seen.push(found?.caipNetworkId))
    await eventually(() => expect(seen).toEqual(['eip155:10']))
    stop()
  })
})

describe('[G33] An EVM wallet that switches its account while it is being connected', () => {
  const OTHER = `0x${'3'.repeat(40)}`

  it('is connected with the account that is active when the connection ends', async () => {
    const wallet = createFakeWallet()
    const { request } = wallet
    wallet.request = async (args) => {
      if (args.method !== 'eth_requestAccounts') return request(args)
      wallet.accounts = [OTHER]
      wallet.emit('accountsChanged', [`0x${'2'.repeat(40)}`])
      return [ADDRESS]
    }
    const [share] = await connect(wallet)
    expect(share?.accounts[0].address).toBe(OTHER)
    expect(wallet.listenerCount()).toBe(0)
  })

  it.each<[string, () => unknown]>([
    ['rejects', () => Promise.reject(new Error('no'))],
    ['returns no accounts', () => []],
    ['returns an invalid account', () => ['junk']],
  ])('is connected with the account from eth_requestAccounts if eth_accounts %s', async (_, answer) => {
    const wallet = createFakeWallet()
    const { request } = wallet
    wallet.request = async (args) => {
      if (args.method === 'eth_accounts') return answer()
      if (args.method === 'eth_requestAccounts') wallet.emit('accountsChanged', [ADDRESS])
      return request(args)
    }
    const [share] = await connect(wallet)
    expect(share?.accounts[0].address).toBe(ADDRESS)
  })
})

it.each(['10', 10, '0xa', '0XA', '0x0a'])(
  '[G34] the network of an EVM wallet is read as network 10 if the wallet gives it as %j',
  async (caipNetworkId) => {
    const [share] = await connect(createFakeWallet({ caipNetworkId }))
    expect(share?.caipNetworkId).toBe('eip155:10')
  },
)

describe('[G31] A malicious EVM wallet', () => {
  const broken = () => {
    throw new Error('broken')
  }
  const trap = new Proxy({}, { get: broken, has: broken, ownKeys: broken })

  it.each<[string, Partial<Eip1193Provider>]>([
    ['throws when a listener is added', { on: broken }],
    ['throws when a listener is removed', { removeListener: broken }],
    ['has no event methods', { on: undefined as never, removeListener: undefined as never }],
    [
      'throws when its event method is read',
      {
        get on(): never {
          return broken()
        },
      },
    ],
  ])('can be connected and watched if it %s', async (_, wrong) => {
    const wallet = Object.defineProperties(createFakeWallet(), Object.getOwnPropertyDescriptors(wrong))
    await expect(connect(wallet)).resolves.toHaveLength(1)
    const seen: unknown[] = []
    const stop = watchAccounts(wallet, (shares) => seen.push(shares.length))
    await eventually(() => expect(seen).toEqual([1]))
    stop()
  })

  it.each<[string, () => unknown]>([
    ['throws synchronously', broken],
    ['rejects with an object that throws on access', () => Promise.reject(trap)],
    ['rejects with undefined', () => Promise.reject(undefined)],
    ['answers with an object that throws on access', async () => trap],
    ['answers with an array that throws on access', async () => new Proxy([ADDRESS], { get: broken })],
    ['answers synchronously with an invalid account', () => [7]],
    ['rejects with a code that is an object', () => Promise.reject({ code: {}, message: {} })],
  ])('fails to connect with a Billfold error if it %s', async (_, answer) => {
    const wallet = { request: answer } as Eip1193Provider
    await expect(connect(wallet)).rejects.toMatchObject({ name: 'BillfoldError' })
    await expect(createAdapter().disconnect(toConnector(wallet))).resolves.toBeUndefined()
    const listener = vi.fn()
    watchAccounts(wallet, listener)()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(listener).not.toHaveBeenCalled()
  })

  it('receives at most two requests per frame when it sends 10,000 events and never answers', async () => {
    let asked = 0
    const wallet = createFakeWallet()
    wallet.request = () => {
      asked += 1
      return new Promise(() => {})
    }
    const stop = watchAccounts(wallet, () => {})
    for (let index = 0; index < 10_000; index++) wallet.emit('accountsChanged')
    await new Promise((resolve) => setTimeout(resolve, 60))
    stop()
    expect(asked).toBeLessThanOrEqual(2)
  })
})

it('[G61] connecting an EVM wallet reports that the wallet is being asked', async () => {
  const onProgress = vi.fn()
  await createAdapter().connect(toConnector(createFakeWallet()), { ...request(), onProgress })
  expect(onProgress.mock.calls).toEqual([[{ kind: 'asking' }]])
})

/** Nobody hears what the provider says here. */
function createAdapter() {
  return createEvmAdapter(createEvmPageProvider())
}

const request = (): WalletRequest => ({ signal: new AbortController().signal, onProgress: () => {} })

const connect = (wallet: Eip1193Provider) => createAdapter().connect(toConnector(wallet), request())

const watchAccounts = (wallet: Eip1193Provider, listener: (shares: readonly WalletAccounts[]) => void) =>
  createAdapter().watchAccounts(toConnector(wallet), listener)

it('[G32] a removed listener receives no events, even if the EVM wallet fails to remove it', () => {
  const wallet = createFakeWallet()
  wallet.removeListener = () => {}
  const heard = vi.fn()
  const stop = listenToWallet(wallet, 'accountsChanged', heard)
  wallet.emit('accountsChanged')
  stop()
  wallet.emit('accountsChanged')
  expect(heard).toHaveBeenCalledOnce()
})
