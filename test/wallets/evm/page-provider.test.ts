// @vitest-environment happy-dom
import type { AccountState } from '../../../src/wallets/account.ts'
import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import { createProviderEvents } from '../../../src/wallets/evm/provider-events.ts'
import { toNetwork } from '../../../src/core/chains/networks.ts'
import { createPageSignal } from '../../../src/base/page-signal.ts'
import {
  createEvmPageProvider,
  type EvmPageProvider,
  type EvmTarget,
} from '../../../src/wallets/evm/page-provider.ts'

const MARA = '0x71c4a09e5b2df8361c7e90d4af52e8137bd6c02a'
const WREN = '0x00000000000000000000000000000000000000bb'
const base = toNetwork({
  id: 8453,
  name: 'Base',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})

function createTarget(accounts: readonly string[], chainId: number): EvmTarget {
  return { accounts, chainId, request: async ({ method }) => `wallet: ${method}` }
}

const unused = () => Promise.reject(new Error('not here'))

/** A provider of a page whose first network is Base, and all that it ever says. */
function createHeard(connect: () => Promise<unknown> = () => Promise.reject(new Error('not here'))) {
  const pageProvider = createEvmPageProvider()
  pageProvider.page = {
    networks: [base],
    account: createPageSignal<AccountState>({ status: 'disconnected' }),
    load: async () => ({ connect, awaitRestored: unused, disconnect: unused, call: unused }),
  }
  const heard: unknown[][] = []
  for (const event of ['connect', 'chainChanged', 'accountsChanged', 'disconnect', 'message'])
    pageProvider.provider.on(event, (value: unknown) => void heard.push([event, value]))
  return { ...createProviderEvents(pageProvider), provider: pageProvider.provider, heard }
}

const ask = ({ provider }: Pick<EvmPageProvider, 'provider'>, method: string) => provider.request({ method })

describe('[G23] The EVM page provider without a wallet', () => {
  it('has no account, and is on the first network of the page', async () => {
    const pageProvider = createHeard()
    await expect(ask(pageProvider, 'eth_accounts')).resolves.toEqual([])
    await expect(ask(pageProvider, 'eth_chainId')).resolves.toBe('0x2105')
    await expect(ask(pageProvider, 'net_version')).resolves.toBe('8453')
    expect(pageProvider.heard).toEqual([])
  })

  it.each([
    ['eth_sendTransaction', 4100],
    ['personal_sign', 4100],
    ['eth_signTypedData_v4', 4100],
    ['wallet_switchEthereumChain', 4100],
    ['eth_call', 4900],
    ['eth_blockNumber', 4900],
  ])('rejects %s with the error code %i', async (method, code) => {
    await expect(ask(createHeard(), method)).rejects.toMatchObject({ code })
  })

  it('opens the modal when the page requests accounts, and returns the accounts', async () => {
    const pageProvider = createHeard(async () => pageProvider.setTarget(createTarget([MARA], 1)))
    await expect(ask(pageProvider, 'eth_requestAccounts')).resolves.toEqual([MARA])
  })

  it('rejects with 4001 if the user cancels, and with -32603 if the connection fails', async () => {
    const cancelled = createHeard(() => Promise.reject(new BillfoldError('connect_cancelled', 'Closed.')))
    await expect(ask(cancelled, 'eth_requestAccounts')).rejects.toMatchObject({ code: 4001 })
    await expect(ask(createHeard(), 'eth_requestAccounts')).rejects.toMatchObject({ code: -32603 })
  })
})

describe('[G23] The EVM page provider with a wallet', () => {
  it('emits each change once and in order, and then answers requests with the emitted values', async () => {
    const pageProvider = createHeard()
    const { heard, setTarget } = pageProvider
    const take = () => heard.splice(0)
    const told = () => Promise.resolve()

    setTarget(createTarget([MARA], 1))
    await expect(ask(pageProvider, 'eth_accounts')).resolves.toEqual([MARA])
    expect(take()).toEqual([
      ['connect', { chainId: '0x1' }],
      ['chainChanged', '0x1'],
      ['accountsChanged', [MARA]],
    ])
    setTarget(createTarget([MARA], 1))
    await told()
    expect(take()).toEqual([])
    // Another account, then another wallet on another network.
    setTarget(createTarget([WREN, MARA], 1))
    await told()
    expect(take()).toEqual([['accountsChanged', [WREN, MARA]]])
    setTarget(createTarget([MARA], 10))
    await told()
    expect(take()).toEqual([
      ['chainChanged', '0xa'],
      ['accountsChanged', [MARA]],
    ])
    setTarget(undefined)
    await told()
    expect(take()).toEqual([
      ['accountsChanged', []],
      ['chainChanged', '0x2105'],
      ['disconnect', expect.objectContaining({ code: 4900 })],
    ])
    await expect(ask(pageProvider, 'eth_accounts')).resolves.toEqual([])
  })

  it('reports the same account and network in events as in answers to requests', async () => {
    const step = fc.option(
      fc.record({
        accounts: fc.constantFrom([MARA], [WREN], [WREN, MARA]),
        chainId: fc.constantFrom(1, 10, 8453),
      }),
      { nil: undefined },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), fc.array(fc.boolean()), async (steps, pauses) => {
        const pageProvider = createHeard()
        const known = { connected: false, chainId: '0x2105', accounts: [] as string[] }
        pageProvider.provider.on('connect', () => (known.connected = true))
        pageProvider.provider.on('disconnect', () => (known.connected = false))
        pageProvider.provider.on('chainChanged', (chainId: string) => (known.chainId = chainId))
        pageProvider.provider.on('accountsChanged', (accounts: string[]) => (known.accounts = accounts))
        for (const [index, next] of steps.entries()) {
          pageProvider.setTarget(next && createTarget(next.accounts, next.chainId))
          if (pauses[index]) continue
          await Promise.resolve()
          expect(known).toEqual({
            connected: next !== undefined,
            chainId: await ask(pageProvider, 'eth_chainId'),
            accounts: await ask(pageProvider, 'eth_accounts'),
          })
        }
        await Promise.resolve()
        const repeated = pageProvider.heard.filter(
          ([event, value], index) =>
            JSON.stringify(pageProvider.heard.slice(0, index).findLast(([other]) => other === event)?.[1]) ===
              JSON.stringify(value) && ['chainChanged', 'accountsChanged'].includes(event as string),
        )
        expect(repeated).toEqual([])
      }),
    )
  })

  it('passes a request to the wallet if it cannot answer the request itself', async () => {
    const pageProvider = createHeard()
    pageProvider.setTarget(createTarget([MARA], 1))
    await expect(ask(pageProvider, 'eth_call')).resolves.toBe('wallet: eth_call')
    await expect(ask(pageProvider, 'personal_sign')).resolves.toBe('wallet: personal_sign')
  })

  it('still calls a listener if a listener before it throws, and never calls a removed listener', async () => {
    const complain = vi.spyOn(console, 'error').mockImplementation(() => {})
    const pageProvider = createHeard()
    const heard: string[] = []
    const broken = () => {
      throw new Error('broken')
    }
    const removed = () => heard.push('removed')
    pageProvider.provider.on('chainChanged', broken)
    pageProvider.provider.on('chainChanged', removed)
    pageProvider.provider.on('chainChanged', () => heard.push('other'))
    pageProvider.provider.removeListener('chainChanged', removed)
    pageProvider.setTarget(createTarget([MARA], 1))
    await Promise.resolve()
    expect(heard).toEqual(['other'])
    expect(complain).toHaveBeenCalledOnce()
    complain.mockRestore()
  })

  it('finishes emitting one change before it emits a change that a listener caused', async () => {
    const { provider, setTarget, heard } = createHeard()
    provider.on('connect', () => setTarget(undefined))
    setTarget(createTarget([MARA], 8453))
    await Promise.resolve()
    expect(heard.map(([event]) => event)).toEqual([
      'connect',
      'accountsChanged',
      'accountsChanged',
      'disconnect',
    ])
  })
})
