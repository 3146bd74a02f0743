/** Fake Bitcoin wallets with configurable behaviour: a Wallet Standard wallet, and an injected provider. */
import { createFakeStandardWallet, type FakeStandardWallet } from './fake-standard-wallet.ts'

export const PAYS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
export const COLLECTS = 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'
export const OLD = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'
export const TEST_PAYS = 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7'

export function toBitcoinAccount(address: unknown, chains: unknown = ['bitcoin:mainnet']): object {
  return { address, publicKey: new Uint8Array(33), chains, features: [] }
}

export function createFakeBitcoinWallet(overrides: Partial<FakeStandardWallet> = {}): FakeStandardWallet {
  const wallet = createFakeStandardWallet({
    chains: ['bitcoin:mainnet', 'bitcoin:testnet'],
    own: [toBitcoinAccount(PAYS), toBitcoinAccount(COLLECTS)],
    ...overrides,
  })
  if (!overrides.features) wallet.features['bitcoin:connect'] = wallet.features['standard:connect']
  return wallet
}

/** An injected provider in the shape of UniSat's. */
export interface FakeInjectedWallet {
  /** Accounts that the wallet shares now; may be invalid. */
  accounts: unknown
  /** Accounts that the wallet shares once a person has approved. */
  own: unknown
  /** Answer to `getChain`; may be invalid. */
  chain: unknown
  person: 'approves' | 'declines' | 'waits'
  /** How the wallet answers requests that need no person. */
  quiet: 'answers' | 'hangs' | 'throws'
  /** Received calls with their parameters, in order. */
  asked: [method: string, ...inputs: unknown[]][]
  /** The signature that the wallet returns next. */
  answer: unknown
  emit(event: string, value?: unknown): void
  listenerCount(): number
  /** Approves requests that `waits` left open. */
  approveNow(): void
  /** The provider that the page finds. */
  provider: Record<string, unknown>
}

export function createFakeInjectedWallet(overrides: Partial<FakeInjectedWallet> = {}): FakeInjectedWallet {
  const listeners = new Set<readonly [event: string, listener: (value: unknown) => void]>()
  let open: (() => void) | undefined

  async function askPerson(): Promise<void> {
    if (wallet.person === 'waits') await new Promise<void>((resolve) => (open = resolve))
    if (wallet.person === 'declines') throw Object.assign(new Error('User rejected'), { code: 4001 })
  }
  async function read<T>(value: () => T): Promise<T> {
    if (wallet.quiet === 'hangs') await new Promise(() => {})
    if (wallet.quiet === 'throws') throw new Error('not now')
    return value()
  }
  const sign =
    (method: string) =>
    async (...inputs: unknown[]): Promise<unknown> => {
      wallet.asked.push([method, ...inputs])
      await askPerson()
      return wallet.answer
    }

  const wallet: FakeInjectedWallet = {
    accounts: [],
    own: [PAYS],
    chain: { enum: 'BITCOIN_MAINNET', name: 'Bitcoin Mainnet', network: 'livenet' },
    person: 'approves',
    quiet: 'answers',
    asked: [],
    answer: 'AAAA',
    emit(event, value) {
      for (const [heard, listener] of listeners) if (heard === event) listener(value)
    },
    listenerCount: () => listeners.size,
    approveNow: () => open?.(),
    provider: {
      async requestAccounts() {
        wallet.asked.push(['requestAccounts'])
        await askPerson()
        return (wallet.accounts = wallet.own)
      },
      getAccounts: () => read(() => wallet.accounts),
      getChain: () => read(() => wallet.chain),
      async switchChain(chain: string) {
        wallet.asked.push(['switchChain', chain])
        await askPerson()
        wallet.chain = { enum: chain }
      },
      async disconnect() {
        wallet.asked.push(['disconnect'])
        wallet.accounts = []
      },
      signMessage: sign('signMessage'),
      signPsbt: sign('signPsbt'),
      pushPsbt: sign('pushPsbt'),
      on: (event: string, listener: (value: unknown) => void) => listeners.add([event, listener]),
      removeListener(event: string, listener: unknown) {
        for (const one of listeners) if (one[0] === event && one[1] === listener) listeners.delete(one)
      },
    },
    ...overrides,
  }
  return wallet
}
