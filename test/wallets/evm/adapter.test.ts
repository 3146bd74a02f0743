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

it('[F8] a late answer never replaces what the wallet said after it', async () => {
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

it('[G33] a wallet that fails to answer once is asked again: what it shares is not what it shared', async () => {
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

it('[G23] a wallet that answers "unauthorized" shares nothing any more', async () => {
  const wallet = createFakeWallet()
  const seen: number[] = []
  const stop = watchAccounts(wallet, (shares) => seen.push(shares.length))
  await eventually(() => expect(seen).toEqual([1]))
  wallet.request = () => Promise.reject(Object.assign(new Error('Unauthorized'), { code: 4100 }))
  wallet.emit('accountsChanged')
  await eventually(() => expect(seen).toEqual([1, 0]))
  stop()
})

describe('connecting an EVM wallet', () => {
  it('[A4] gives the account and the network that the wallet shares', async () => {
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

  it('tells a no from a failure', async () => {
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
  ])('says what the wallet meant by %j', async (thrown, code) => {
    const wallet: Eip1193Provider = { request: () => Promise.reject(thrown) }
    await expect(connect(wallet)).rejects.toMatchObject({ code })
  })

  it('asks a locked wallet to be unlocked instead of connecting nobody', async () => {
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
  it.each(junk)('[F13] never takes %j for accounts', async (accounts) => {
    await expect(connect(createFakeWallet({ accounts }))).rejects.toMatchObject({
      code: 'wallet_bad_account',
    })
  })

  it('[F13] takes none of 300 values for accounts that are none', async () => {
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
    '[F13] [G34] never takes %j for a network, and says that it is the network',
    async (caipNetworkId) => {
      await expect(connect(createFakeWallet({ caipNetworkId }))).rejects.toMatchObject({
        code: 'wallet_bad_network',
      })
    },
  )
})

describe('following an EVM wallet', () => {
  it('[F13] counts ten thousand events in one frame as the last of them', async () => {
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

  it('[F13] tells no more than 60 times of 10,000 events in a second, and of the last of them', async () => {
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

  it('ends the connection when the wallet gives junk and stays with it', async () => {
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

describe('[G33] a wallet whose answers are worse than its events', () => {
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

  it('one that hangs is where its event said at once, and is asked again', async () => {
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

  it('one that hangs and says nothing by its event is asked again', async () => {
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

  it('an answer that lags behind an event does not undo it', async () => {
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

  it('an answer that denies an event again and again is believed in the end', async () => {
    const { wallet, stop, last } = await follow()
    wallet.emit('chainChanged', '0xa')
    await vi.advanceTimersByTimeAsync(60)
    expect(last()).toEqual([ADDRESS, 'eip155:10'])
    await vi.advanceTimersByTimeAsync(10_000)
    expect(last()).toEqual([ADDRESS, 'eip155:1'])
    stop()
  })

  it('an answer that was asked for before an event does not undo it', async () => {
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

  it.each([null, '', {}])('one %j in the place of a network ends nothing', async (junk) => {
    const { wallet, seen, stop, answer } = await follow()
    let asked = 0
    answer('eth_chainId', () => ((asked += 1) === 1 ? junk : '0x1'))
    wallet.emit('chainChanged', junk)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toBe(2)
    expect(seen).not.toContain(undefined)
    stop()
  })

  it('a locked wallet is taken at its event, and a trap for nothing', async () => {
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

  it('a wallet that says nothing is asked when the page is shown again', async () => {
    const { wallet, stop, last } = await follow()
    wallet.accounts = [OTHER]
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(60)
    expect(last()).toEqual([OTHER, 'eip155:1'])
    stop()
  })
})

describe('[G23] a page that changes the wallet through its provider', () => {
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
    'knows the new network when %s is answered, by a wallet that says nothing of it',
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
  ])('knows the accounts when %s is answered, also by a no', async (method, accounts) => {
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
  })

  it.each(['wallet_switchEthereumChain', 'wallet_requestPermissions', 'wallet_sendCalls'])(
    '[F12] waits for the person whom %s asks as long as that takes',
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
  ])('[D42] counts as a wallet that is asked while a person answers: %s', async (method, count) => {
    const { wallet, ask, stop } = await openPage()
    const { request } = wallet
    let answer = () => {}
    wallet.request = (args) =>
      args.method === method
        ? new Promise((_, reject) => (answer = () => reject(Object.assign(new Error('no'), { code: 4001 }))))
        : request(args)
    const asked = ask(method)
    await eventually(() => expect(askedWallets.value).toBe(count))
    answer()
    await expect(asked).rejects.toMatchObject({ code: 4001 })
    expect(askedWallets.value).toBe(0)
    stop()
  })

  it('hears the answer soon also when the wallet does not say where it is', async () => {
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

describe('[G33] a wallet that changes while it is asked', () => {
  it('is read again as soon as it is followed', async () => {
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

describe('[G33] a wallet whose person goes on while it is asked to connect', () => {
  const OTHER = `0x${'3'.repeat(40)}`

  it('is shown with the account that it has by then, and no other', async () => {
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
    ['fails', () => Promise.reject(new Error('no'))],
    ['gives none', () => []],
    ['gives junk', () => ['junk']],
  ])('keeps its answer when the question after it %s', async (_, answer) => {
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

it.each(['10', 10, '0xa', '0XA', '0x0a'])('[G34] takes %j for the network 10', async (caipNetworkId) => {
  const [share] = await connect(createFakeWallet({ caipNetworkId }))
  expect(share?.caipNetworkId).toBe('eip155:10')
})

describe('[G31] following a wallet that means harm', () => {
  const broken = () => {
    throw new Error('broken')
  }
  const trap = new Proxy({}, { get: broken, has: broken, ownKeys: broken })

  it.each<[string, Partial<Eip1193Provider>]>([
    ['takes no listener', { on: broken }],
    ['lets no listener go', { removeListener: broken }],
    ['knows no events', { on: undefined as never, removeListener: undefined as never }],
    [
      'has a trap in the place of its listeners',
      {
        get on(): never {
          return broken()
        },
      },
    ],
  ])('one that %s can be connected and left', async (_, wrong) => {
    const wallet = Object.defineProperties(createFakeWallet(), Object.getOwnPropertyDescriptors(wrong))
    await expect(connect(wallet)).resolves.toHaveLength(1)
    const seen: unknown[] = []
    const stop = watchAccounts(wallet, (shares) => seen.push(shares.length))
    await eventually(() => expect(seen).toEqual([1]))
    stop()
  })

  it.each<[string, () => unknown]>([
    ['throws at once', broken],
    ['rejects with a trap', () => Promise.reject(trap)],
    ['rejects with nothing', () => Promise.reject(undefined)],
    ['answers with a trap', async () => trap],
    ['answers with a list that throws', async () => new Proxy([ADDRESS], { get: broken })],
    ['answers without a promise', () => [7]],
    ['answers with a name that is an object', () => Promise.reject({ code: {}, message: {} })],
  ])('one that %s fails as wallets fail', async (_, answer) => {
    const wallet = { request: answer } as Eip1193Provider
    await expect(connect(wallet)).rejects.toMatchObject({ name: 'BillfoldError' })
    await expect(createAdapter().disconnect(toConnector(wallet))).resolves.toBeUndefined()
    const listener = vi.fn()
    watchAccounts(wallet, listener)()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(listener).not.toHaveBeenCalled()
  })

  it('ten thousand events of a wallet that never answers leave one question at a time in a frame', async () => {
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

it('[G61] tells that the wallet is asked', async () => {
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

it('[G32] a wallet that lets nobody go is not heard any more once nobody listens', () => {
  const wallet = createFakeWallet()
  wallet.removeListener = () => {}
  const heard = vi.fn()
  const stop = listenToWallet(wallet, 'accountsChanged', heard)
  wallet.emit('accountsChanged')
  stop()
  wallet.emit('accountsChanged')
  expect(heard).toHaveBeenCalledOnce()
})
