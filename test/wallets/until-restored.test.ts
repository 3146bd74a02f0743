// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPageSignal } from '../../src/base/page-signal.ts'
import type { AccountState } from '../../src/wallets/account.ts'
import type { ProviderPage } from '../../src/wallets/adapter.ts'
import { createBitcoinRelay } from '../../src/wallets/bitcoin/relay.ts'
import { createSolanaRelay } from '../../src/wallets/solana/relay.ts'

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
    const relay = createSolanaRelay()
    const arrive = () => (relay.target = { accounts: [], call: async () => 'signed' })
    relay.page = toPage(() => restore(arrive), status)
    return relay.provider.features['solana:signMessage'].signMessage({ account, message })
  },
  Bitcoin(restore: (arrive: () => void) => Promise<unknown>, status: 'connecting' | 'disconnected') {
    const relay = createBitcoinRelay()
    relay.page = toPage(() => restore(() => (relay.target = async () => 'signed')), status)
    return relay.provider.signMessage({ address: account.address, message: 'hello' })
  },
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it.each(Object.keys(kinds) as (keyof typeof kinds)[])(
  '[D46] a signature on %s that is asked for while the session is restored waits for it, and not for ever',
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
