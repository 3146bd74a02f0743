// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest'
import { createEvmAdapter } from '../src/evm-adapter.ts'
import type { Eip1193Provider } from '../src/wallets/eip1193.ts'
import { eventually } from './eventually.ts'
import { createFakeWallet, toConnector } from './fake-wallet.ts'

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
  const stop = createEvmAdapter().watchAccounts(toConnector(wallet), (found) => seen.push(found?.chainId))
  wallet.emit('chainChanged')
  await eventually(() => expect(chains).toHaveLength(1))
  wallet.chainId = '0xa'
  wallet.emit('chainChanged')
  await eventually(() => expect(chains).toHaveLength(2))
  chains[1]!()
  await eventually(() => expect(seen).toEqual(['eip155:10']))
  chains[0]!()
  await new Promise((resolve) => setTimeout(resolve))
  expect(seen).toEqual(['eip155:10'])
  stop()
})

describe('connecting an EVM wallet', () => {
  it('[A4] gives the account and the network that the wallet shares', async () => {
    const wallet = createFakeWallet({ chainId: '0xa4b1' })
    await expect(createEvmAdapter().connect(toConnector(wallet))).resolves.toEqual({
      addresses: [ADDRESS],
      chainId: 'eip155:42161',
    })
  })

  it('tells a no from a failure', async () => {
    const wallet = createFakeWallet({ person: 'declines' })
    await expect(createEvmAdapter().connect(toConnector(wallet))).rejects.toMatchObject({
      code: 'wallet_declined',
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
    await expect(createEvmAdapter().connect(toConnector(wallet))).rejects.toMatchObject({ code })
  })

  it('asks a locked wallet to be unlocked instead of connecting nobody', async () => {
    const wallet = createFakeWallet({ accounts: [] })
    await expect(createEvmAdapter().connect(toConnector(wallet))).rejects.toMatchObject({
      code: 'wallet_failed',
      message: 'Harbor shared no account. Unlock it and choose one.',
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
    await expect(
      createEvmAdapter().connect(toConnector(createFakeWallet({ accounts }))),
    ).rejects.toMatchObject({
      code: 'wallet_bad_account',
    })
  })

  it.each([null, '', '0x', '0xzz', 'eip155:1', '0x0', -1, 1.5, Number.NaN, '0xffffffffffffffffffff', {}])(
    '[F13] never takes %j for a network',
    async (chainId) => {
      await expect(
        createEvmAdapter().connect(toConnector(createFakeWallet({ chainId }))),
      ).rejects.toMatchObject({
        code: 'wallet_bad_account',
      })
    },
  )
})

describe('following an EVM wallet', () => {
  it('[F13] counts ten thousand events in one frame as the last of them', async () => {
    const wallet = createFakeWallet()
    const seen: unknown[] = []
    const stop = createEvmAdapter().watchAccounts(toConnector(wallet), (accounts) =>
      seen.push(accounts?.chainId),
    )
    for (let index = 0; index < 10_000; index++) {
      wallet.chainId = `0x${(index + 1).toString(16)}`
      wallet.emit('chainChanged')
    }
    await eventually(() => expect(seen).toEqual(['eip155:10000']))
    stop()
    expect(wallet.listenerCount()).toBe(0)
  })

  it('ends the connection when the wallet suddenly gives junk', async () => {
    const wallet = createFakeWallet()
    const seen: unknown[] = []
    createEvmAdapter().watchAccounts(toConnector(wallet), (accounts) => seen.push(accounts))
    wallet.accounts = ['junk']
    wallet.emit('accountsChanged')
    await eventually(() => expect(seen).toEqual([undefined]))
  })
})

describe('the provider that a page gets', () => {
  it('stays the same object and keeps its listeners when the wallet changes', async () => {
    const adapter = createEvmAdapter()
    const [first, second] = [createFakeWallet({ chainId: '0x1' }), createFakeWallet({ chainId: '0x2' })]
    const provider = adapter.provider as Eip1193Provider
    const heard: string[] = []
    provider.on!('chainChanged', () => heard.push('changed'))
    adapter.setActive(toConnector(first))
    await expect(provider.request({ method: 'eth_chainId' })).resolves.toBe('0x1')
    adapter.setActive(toConnector(second))
    await expect(provider.request({ method: 'eth_chainId' })).resolves.toBe('0x2')
    first.emit('chainChanged')
    second.emit('chainChanged')
    expect(heard).toEqual(['changed'])
    expect(first.listenerCount()).toBe(0)
  })

  it('says 4100, not authorised, while nobody is connected', async () => {
    const provider = createEvmAdapter().provider as Eip1193Provider
    await expect(provider.request({ method: 'eth_accounts' })).rejects.toMatchObject({ code: 4100 })
  })
})
