/** A page, a relay and a wallet kit, linked by WalletConnect. */
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { recoverMessageAddress, toHex } from 'viem'
import { people } from '../../../sandbox/people/accounts.ts'
import { type Relay, startRelay } from '../../../sandbox/services/walletconnect/relay.ts'
import type { BillfoldError } from '../../../src/core/base/errors.ts'
import type { WalletConnectProposal, WalletConnectSession } from '../../../src/core/contract/walletconnect.ts'
import { systemClock } from '../../../worker/base/system-clock.ts'
import { eventually } from '../../eventually.ts'
import { dump } from '../store/disk.ts'
import { type Browser, createSkippingClock, openBrowser, type SkippingClock, type Tab } from './open-tab.ts'
import { openPhone, type TestPhone } from './wallet-kit.ts'

export const evm: WalletConnectProposal = {
  eip155: {
    chains: ['eip155:31337', 'eip155:31338'],
    methods: ['personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain'],
    events: ['chainChanged', 'accountsChanged'],
  },
}
export const everything: WalletConnectProposal = {
  ...evm,
  solana: { chains: ['solana:localnet'], methods: ['solana_signMessage'], events: [] },
  bip122: {
    chains: ['bip122:0f9188f13cb7b2c71f2a335e3a4fc328'],
    methods: ['signMessage', 'signPsbt'],
    events: [],
  },
}

export let relay: Relay
export let phone: TestPhone
export let browser: Browser
export let clock: SkippingClock

/** Starts and stops the relay around each test of a file. */
export function useRelay(): void {
  beforeEach(async () => {
    relay = await startRelay()
    phone = await openPhone(relay.url)
    clock = createSkippingClock()
    browser = openBrowser(relay.url, clock)
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    browser.closeAll()
    await phone.close()
    await relay.close()
  })
}

export async function connect(tab: Tab, asked = evm): Promise<WalletConnectSession> {
  tab.getState()
  const { id, uri } = await tab.call('walletConnectPair', { namespaces: asked })
  const approval = tab.call('walletConnectApproval', { id })
  await phone.pair(uri)
  await phone.answer(true)
  return (await approval).session
}

const message = toHex('Ahoy')
const address = people.mara.account.address

export function sign(tab: Tab, { id }: WalletConnectSession): Promise<unknown> {
  const params = [message, address]
  return tab.call('walletConnectRequest', {
    id,
    caipNetworkId: 'eip155:31338',
    method: 'personal_sign',
    params,
  })
}

export async function expectSignature(signing: Promise<unknown>): Promise<void> {
  const signature = (await signing) as `0x${string}`
  expect(await recoverMessageAddress({ message: { raw: message }, signature })).toBe(address)
}

/** The error's code, and the wallet's own code if there is one. */
export const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => 'no error',
    ({ code, context }: BillfoldError) =>
      [code, context['code']].filter((part) => part !== undefined).join(' '),
  )

/** Kinds of WalletConnect records in the store. */
export async function stored(): Promise<string[]> {
  const found = (await dump(browser.indexedDB)).match(/walletconnect\/(?:session|client)/g)
  return [...new Set(found)]
}

/** Advances the clock by this many milliseconds, then waits for the promise. */
export async function after<T>(ms: number, promise: Promise<T>): Promise<T> {
  await soon(undefined, 300)
  clock.skip(ms)
  return promise
}

/** Ends the pause after a store error. The store uses the machine's clock. */
export function passDiskPause(): void {
  vi.spyOn(systemClock, 'now').mockImplementation(() => Date.now() + 30_000)
  clock.skip(5_000)
}

export const soon = <T>(value: T, ms = 100) => new Promise<T>((resolve) => setTimeout(resolve, ms, value))

/** Opens two tabs. The first one connects, so it is the leader. */
export async function openTwo(): Promise<[leading: Tab, other: Tab, session: WalletConnectSession]> {
  const leading = browser.openTab()
  const session = await connect(leading)
  const other = browser.openTab()
  other.getState()
  await eventually(() => expect(other.getState()).toEqual({ session, relay: 'connected' }))
  return [leading, other, session]
}
