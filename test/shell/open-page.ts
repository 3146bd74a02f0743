/**
 * A page with a real `createBillfold`: real shell, real views, and the real worker on this thread. Network responses
 * are scripted, and the wallets are fakes.
 */
import { vi } from 'vitest'
import { mainnet, optimism } from 'viem/chains'
import { bitcoin, bitcoinMainnet } from '../../src/bitcoin.ts'
import { evm } from '../../src/evm.ts'
import type { Billfold } from '../../src/shell/billfold.ts'
import { createBillfold } from '../../src/shell/create-billfold.ts'
import type { Options } from '../../src/shell/options.ts'
import type { OpenableView } from '../../src/shell/routes.ts'
import { balancesOf, networks as servedNetworks } from '../worker/fake-api.ts'
import { eventually } from '../eventually.ts'
import { createFakeBitcoinWallet } from '../fake-bitcoin-wallet.ts'
import { register } from '../fake-standard-wallet.ts'
import { announceWallet, createFakeWallet, type FakeWallet } from '../fake-wallet.ts'

export const pageOptions: Options = {
  projectId: 'project',
  networks: [mainnet, optimism, bitcoinMainnet],
  adapters: [evm(), bitcoin()],
  metadata: { name: 'Driftwood', url: 'https://driftwood.example' },
}

/** Wallets of the directory, in its order. */
export const listed = ['Alder', 'Birch', 'Cedar', 'Doum', 'Elm', 'Fir'].map((name) => ({
  id: name.toLowerCase(),
  name,
  mobile_link: `${name.toLowerCase()}://`,
  link_mode: `https://${name.toLowerCase()}.example/open`,
  chains: ['eip155:1'],
}))

export interface SentRequest {
  url: URL
  /** Body of a POST as text. */
  body: string
}

export interface OpenPage {
  billfold: Billfold
  /** Harbor, announced by EIP-6963. */
  wallet: FakeWallet
  /** Requests in the order in which they were sent. */
  requests: readonly SentRequest[]
  /** URLs of the opened sockets. */
  sockets: readonly string[]
  /** How often the page has called `requestIdleCallback`. */
  countIdle(): number
  open(view?: OpenableView): Promise<void>
  /** Connects the wallet in the modal, then opens the modal again. */
  connect(view?: OpenableView): Promise<void>
  root(): ShadowRoot
  all(selector: string): HTMLElement[]
  text(selector?: string): string
  /** Finds a button by its text or label. */
  button(label: string): HTMLButtonElement | undefined
  press(label: string): Promise<void>
  /** Title of the top view. */
  title(): string
  close(): Promise<void>
}

/** Clears `localStorage` and opens the page; `close` removes everything. */
export function openPage(
  given: Partial<Options> = {},
  { wallet = createFakeWallet({ knows: ['0x1', '0xa'] }) } = {},
): OpenPage {
  localStorage.clear()
  const requests: SentRequest[] = []
  const sockets: string[] = []
  const idle = vi.fn((run: () => void) => setTimeout(run))
  vi.stubGlobal('requestIdleCallback', idle)
  vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
    const url = new URL(String(input))
    requests.push({ url, body: typeof init.body === 'string' ? init.body : '' })
    return new Response(JSON.stringify(answer(url, requests.at(-1)!.body)), {
      headers: { 'content-type': 'application/json' },
    })
  })
  vi.stubGlobal('WebSocket', function refuse(address: string) {
    sockets.push(address)
    throw new Error('This page has no sockets.')
  })
  const stops = [announceWallet(wallet), register(createFakeBitcoinWallet())]
  const billfold = createBillfold({ ...pageOptions, ...given } as Options)
  const root = () => document.querySelector('billfold-modal')!.shadowRoot!
  const all = (selector: string) => [...root().querySelectorAll<HTMLElement>(selector)]
  const button = (label: string) =>
    all('button').find(
      (each) =>
        each.getAttribute('aria-label') === label ||
        each.textContent === label ||
        each.querySelector('.row-title')?.textContent === label,
    ) as HTMLButtonElement | undefined
  const press = (label: string) =>
    eventually(() => {
      const found = button(label)
      if (!found || found.disabled) throw new Error(`No button says "${label}": ${root().textContent}`)
      found.click()
    })

  const page: OpenPage = {
    billfold,
    wallet,
    requests,
    sockets,
    countIdle: () => idle.mock.calls.length,
    open: (view) => billfold.open(view ? { view } : {}),
    async connect(view) {
      await page.open()
      await press('Harbor')
      await eventually(() => {
        if (billfold.account.value.status !== 'connected') throw new Error('Not connected yet.')
      })
      await page.open(view)
    },
    root,
    all,
    text: (selector = '.card') => root().querySelector(selector)?.textContent ?? '',
    button,
    press,
    title: () => root().querySelector('h2')?.textContent ?? '',
    async close() {
      billfold.destroy()
      for (const stop of stops) stop()
      // The view is removed in a later task.
      await eventually(() => {
        if (document.querySelector('billfold-modal')?.shadowRoot?.hasChildNodes())
          throw new Error('The modal still has a view.')
      })
      document.body.replaceChildren()
      vi.unstubAllGlobals()
    },
  }
  return page
}

/** Responses of the provider's hosts, the directory and the nodes. */
function answer(url: URL, body: string): unknown {
  const { pathname, searchParams } = url
  const has = (part: string) => pathname.includes(part)
  if (has('/getWallets')) {
    const named = (name: string) => searchParams.get(name)?.split(',') ?? []
    const data = listed.filter(
      ({ id }) =>
        !named('exclude').includes(id) && (named('include').length === 0 || named('include').includes(id)),
    )
    return { count: data.length, data }
  }
  if (has('/appkit/v1/config')) {
    const config = (id: string) => ({ id, isEnabled: true, config: null })
    return { features: ['activity', 'social_login', 'swap', 'onramp'].map(config) }
  }
  if (has('/getAnalyticsConfig')) return { isAnalyticsEnabled: true }
  if (has('/v1/supported-chains')) return servedNetworks
  if (has('/balance')) return balancesOf(pathname.split('/')[3] ?? '')
  if (has('/v1/identity/')) return { name: 'mara.eth', avatar: 'https://pictures.example/mara.png' }
  if (has('/history')) return { data: [], next: null }
  if (has('/v1/onramp/options')) return onRampOptions
  if (has('/v1/generators/onrampurl')) return { url: 'https://pay.coinbase.com/buy' }
  if (body.includes('"jsonrpc"')) return { jsonrpc: '2.0', id: 1, result: '0x10' }
  return {}
}

const onRampOptions = {
  paymentCurrencies: [
    { id: 'USD', payment_method_limits: [{ id: 'card', min: '10.00', max: '7500.00' }] },
    { id: 'EUR', payment_method_limits: [{ id: 'card', min: '10.00', max: '7500.00' }] },
  ],
  purchaseCurrencies: [
    {
      id: 'usdc',
      name: 'USD Coin',
      symbol: 'USDC',
      networks: [
        {
          name: 'ethereum',
          display_name: 'Ethereum',
          chain_id: '1',
          contract_address: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
        },
      ],
    },
  ],
}
