import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toNetwork } from '../../../src/core/chains/networks.ts'
import type { WalletConnectSession } from '../../../src/core/contract/walletconnect.ts'
import { pair } from '../../../src/wallets/walletconnect/pair.ts'
import { keepLinkReady, reserveLink } from '../../../src/wallets/walletconnect/ready-link.ts'
import { createFakeWalletConnect } from '../../fake-walletconnect.ts'

const session = { id: 'session-1' } as WalletConnectSession
const proposal = { eip155: { chains: ['eip155:1'], methods: [], events: [] } } as const
const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const networks = [toNetwork({ id: 1, name: 'Ethereum', nativeCurrency, rpcUrls: { default: { http: [] } } })]

let fake: ReturnType<typeof createFakeWalletConnect>
let uris: string[]
beforeEach(() => {
  vi.useFakeTimers()
  fake = createFakeWalletConnect(networks, session)
  uris = []
})
afterEach(() => vi.useRealTimers())

const settle = () => vi.advanceTimersByTimeAsync(0)
const isGivenUp = (index: number) => fake.pairings[index]!.signal?.aborted
function pairNow(end = new AbortController()) {
  const paired = pair(fake.context, proposal, {
    signal: end.signal,
    onProgress: (progress) => progress.kind === 'uri' && uris.push(progress.uri),
  })
  paired.catch(() => {})
  return { paired, end }
}

describe('A WalletConnect link prepared in advance', () => {
  it('is ready when the user taps a wallet, and is used for the pairing even if the wallet approves before the pairing starts', async () => {
    const stop = keepLinkReady(fake.context, proposal)
    await settle()
    const link = reserveLink(fake.context.call)
    expect(link).toBe('wc:pairing-1@2?symKey=ab')
    // The list of wallets is gone.
    stop()
    expect(isGivenUp(0)).toBe(false)
    fake.pairings[0]!.approve()
    const { paired } = pairNow()
    await expect(paired).resolves.toMatchObject({ session })
    expect(uris).toEqual([link])
    expect(fake.pairings).toHaveLength(1)
  })

  it('is also used by a pairing that starts before the link is ready', async () => {
    const stop = keepLinkReady(fake.context, proposal)
    expect(reserveLink(fake.context.call)).toBeUndefined()
    stop()
    const { paired } = pairNow()
    await settle()
    expect(fake.pairings).toHaveLength(1)
    fake.pairings[0]!.approve()
    await expect(paired).resolves.toMatchObject({ session })
  })

  it('is dropped if the user closes the wallet list without using it, or cancels its pairing', async () => {
    const stop = keepLinkReady(fake.context, proposal)
    await settle()
    stop()
    expect(isGivenUp(0)).toBe(true)
    expect(reserveLink(fake.context.call)).toBeUndefined()

    keepLinkReady(fake.context, proposal)
    await settle()
    const { end } = pairNow()
    await settle()
    expect(uris).toEqual(['wc:pairing-2@2?symKey=ab'])
    end.abort()
    expect(isGivenUp(1)).toBe(true)
  })

  it('[A51] is replaced 10 s before it expires, and is never used once it has expired', async () => {
    const stop = keepLinkReady(fake.context, proposal)
    await settle()
    await vi.advanceTimersByTimeAsync(229_000)
    expect(fake.pairings).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(fake.pairings).toHaveLength(2)
    expect([isGivenUp(0), isGivenUp(1)]).toEqual([true, false])
    // A phone that slept wakes to a link that is over.
    vi.setSystemTime(Date.now() + 300_000)
    expect(reserveLink(fake.context.call)).toBeUndefined()
    stop()
    pairNow()
    await settle()
    expect(uris).toEqual(['wc:pairing-3@2?symKey=ab'])
  })

  it('reports a failed preparation only when a pairing starts', async () => {
    fake.canReach = false
    keepLinkReady(fake.context, proposal)
    await settle()
    expect(reserveLink(fake.context.call)).toBeUndefined()
    await expect(pairNow().paired).rejects.toMatchObject({ code: 'relay_unreachable' })
    fake.canReach = true
    pairNow()
    await settle()
    expect(uris).toEqual(['wc:pairing-1@2?symKey=ab'])
  })
})

describe('[D30] The preparation of a WalletConnect link', () => {
  /** A phone's page, as far as it is asked here. */
  function openPage() {
    const page = Object.assign(new EventTarget(), { hidden: false })
    vi.stubGlobal('document', page)
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
    vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
    return page
  }
  afterEach(() => vi.unstubAllGlobals())

  it('is repeated after a failure until the user closes the wallet list', async () => {
    fake.canReach = false
    const stop = keepLinkReady(fake.context, proposal)
    await vi.advanceTimersByTimeAsync(100)
    fake.canReach = true
    await vi.advanceTimersByTimeAsync(2_000)
    expect(reserveLink(fake.context.call)).toBe('wc:pairing-1@2?symKey=ab')
    stop()
    fake.canReach = false
    const stopSecond = keepLinkReady(fake.context, proposal)
    await settle()
    stopSecond()
    fake.canReach = true
    await vi.advanceTimersByTimeAsync(600_000)
    expect(fake.pairings).toHaveLength(1)
  })

  it.each(['online', 'visibilitychange'])(
    'is repeated at once after a failure when the page receives the event %s',
    async (event) => {
      const page = openPage()
      fake.canReach = false
      const stop = keepLinkReady(fake.context, proposal)
      await vi.advanceTimersByTimeAsync(100_000)
      fake.canReach = true
      page.dispatchEvent(new Event(event))
      await settle()
      expect(fake.pairings).toHaveLength(1)
      // One that is there, or is being used, is left alone.
      page.dispatchEvent(new Event(event))
      expect(reserveLink(fake.context.call)).toBe('wc:pairing-1@2?symKey=ab')
      page.dispatchEvent(new Event(event))
      await settle()
      expect(fake.pairings).toHaveLength(1)
      stop()
      page.dispatchEvent(new Event(event))
      await settle()
      expect(fake.pairings).toHaveLength(1)
    },
  )

  it('does not start while the page is hidden, and replaces an expired link when the page is shown', async () => {
    const page = openPage()
    const stop = keepLinkReady(fake.context, proposal)
    await settle()
    vi.setSystemTime(Date.now() + 300_000)
    page.hidden = true
    page.dispatchEvent(new Event('visibilitychange'))
    await settle()
    expect(fake.pairings).toHaveLength(1)
    page.hidden = false
    page.dispatchEvent(new Event('visibilitychange'))
    await settle()
    expect(reserveLink(fake.context.call)).toBe('wc:pairing-2@2?symKey=ab')
    stop()
  })
})
