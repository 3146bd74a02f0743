// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPageSignal } from '../../src/base/page-signal.ts'
import type { AccountState } from '../../src/wallets/account.ts'
import type { ProviderPage } from '../../src/wallets/adapter.ts'
import { createBitcoinPageProvider } from '../../src/wallets/bitcoin/page-provider.ts'
import { createSolanaPageProvider } from '../../src/wallets/solana/page-provider.ts'

const account = { address: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' }
const message = new Uint8Array([1])

function toPage(awaitRestored: () => Promise<unknown>, status: 'connecting' | 'disconnected'): ProviderPage {
  const unused = () => Promise.reject(new Error('not here'))
  return {
    networks: [],
    account: createPageSignal<AccountState>({ status, restoring: true } as AccountState),
    load: async () => ({ connect: unused, disconnect: unused, call: unused, awaitRestored }),
  }
}

const kinds = {
  Solana(restore: (arrive: () => void) => Promise<unknown>, status: 'connecting' | 'disconnected') {
    const pageProvider = createSolanaPageProvider()
    const arrive = () => (pageProvider.target = { accounts: [], call: async () => 'signed' })
    pageProvider.page = toPage(() => restore(arrive), status)
    return pageProvider.provider.features['solana:signMessage'].signMessage({ account, message })
  },
  Bitcoin(restore: (arrive: () => void) => Promise<unknown>, status: 'connecting' | 'disconnected') {
    const pageProvider = createBitcoinPageProvider()
    pageProvider.page = toPage(() => restore(() => (pageProvider.target = async () => 'signed')), status)
    return pageProvider.provider.signMessage({ address: account.address, message: 'hello' })
  },
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it.each(Object.keys(kinds) as (keyof typeof kinds)[])(
  '[D46] a signature request on %s waits up to 10 s for the session to be restored',
  async (kind) => {
    const restored = kinds[kind](async (arrive) => {
      await new Promise((resolve) => setTimeout(resolve, 3_000))
      arrive()
    }, 'connecting')
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await restored).toBe('signed')
    const never = expect(kinds[kind](() => new Promise(() => {}), 'connecting')).rejects.toMatchObject({
      code: 'wallet_missing',
    })
    await vi.advanceTimersByTimeAsync(10_000)
    await never
    await expect(
      kinds[kind](() => Promise.reject(new Error('loaded')), 'disconnected'),
    ).rejects.toMatchObject({
      code: 'wallet_missing',
    })
  },
)
