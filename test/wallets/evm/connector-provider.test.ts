// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createConnectorProvider } from '../../../src/wallets/evm/connector-provider.ts'
import { watchWallet } from '../../../src/wallets/evm/watch-wallet.ts'
import { createFakeWallet, toConnector } from '../../fake-wallet.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('[S8] The provider of a page connector', () => {
  it('forwards events to a listener that was added before the wallet loads, until the listener is removed', async () => {
    const wallet = createFakeWallet()
    const provider = createConnectorProvider('Lantern', () => wallet)
    const heard: unknown[] = []
    const listener = (value: unknown) => heard.push(value)
    provider.on!('chainChanged', listener)
    expect(wallet.listenerCount()).toBe(0)
    await provider.request({ method: 'eth_chainId' })
    wallet.emit('chainChanged', '0xa')
    provider.removeListener!('chainChanged', listener)
    wallet.emit('chainChanged', '0x1')
    expect([heard, wallet.listenerCount()]).toEqual([['0xa'], 0])
  })

  it('loads the wallet only once for several requests', async () => {
    const wallet = createFakeWallet()
    const getProvider = vi.fn(async () => wallet)
    const provider = createConnectorProvider('Lantern', getProvider)
    await Promise.all([1, 2, 3].map(() => provider.request({ method: 'eth_chainId' })))
    expect(getProvider).toHaveBeenCalledTimes(1)
  })

  it('fails after 30 s if the wallet does not load, and tries to load the wallet again on the next request', async () => {
    const wallet = createFakeWallet()
    const getProvider = vi.fn(() => wallet).mockImplementationOnce(() => new Promise(() => {}) as never)
    const provider = createConnectorProvider('Lantern', getProvider)
    const asked = expect(provider.request({ method: 'eth_chainId' })).rejects.toMatchObject({
      code: 'wallet_failed',
      context: { reason: 'unavailable' },
    })
    await vi.advanceTimersByTimeAsync(30_000)
    await asked
    await expect(provider.request({ method: 'eth_chainId' })).resolves.toBe('0x1')
  })

  it('does not ask the wallet endlessly if the wallet emits a disconnect event with every answer', async () => {
    const wallet = createFakeWallet()
    const { request } = wallet
    let isLeft = false
    let asked = 0
    // The wallet of Coinbase tells it with each request that comes after its end.
    wallet.request = async (args) => {
      asked += 1
      if (!isLeft) return request(args)
      wallet.emit('disconnect', { code: 4900 })
      throw Object.assign(new Error('Unauthorized'), { code: 4100 })
    }
    const readings: unknown[] = []
    const connector = toConnector(createConnectorProvider('Lantern', () => wallet))
    const watch = watchWallet(connector, ({ addresses }) => readings.push(addresses))
    await vi.advanceTimersByTimeAsync(100)
    isLeft = true
    asked = 0
    wallet.emit('disconnect', { code: 4900 })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(readings.at(-1)).toEqual([])
    expect(asked).toBeLessThan(4)
    watch.stop()
  })
})
