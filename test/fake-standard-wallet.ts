/** A fake Solana wallet of the Wallet Standard with configurable behaviour. */
import type { Connector } from '../src/wallets/connector.ts'
import type { WalletStandardAccount } from '../src/wallets/providers.ts'

export const ADA = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
export const BEN = '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'

export interface FakeStandardWallet {
  version: '1.0.0'
  name: string
  icon: string
  chains: string[]
  features: Record<string, unknown>
  /** Accounts that the wallet shares now; may be invalid. */
  accounts: unknown
  /** Accounts that the wallet shares once a person has approved. */
  own: unknown
  /** How the person answers each request. */
  person: 'approves' | 'declines' | 'waits'
  /** How the wallet answers a silent request: with the remembered permission, without one, or never. */
  quiet: 'remembers' | 'has forgotten' | 'hangs'
  /** Names of the received calls, in order. */
  asked: string[]
  /** Parameters of the last call. */
  inputs: readonly unknown[]
  change(): void
  listenerCount(): number
  /** Approves requests that `waits` left open. */
  approveNow(): void
}

export function toAccount(address: string, overrides: Partial<WalletStandardAccount> = {}): object {
  return {
    address,
    publicKey: new Uint8Array(32),
    chains: ['solana:mainnet', 'solana:devnet'],
    features: ['solana:signMessage', 'solana:signTransaction', 'solana:other'],
    ...overrides,
  }
}

export function createFakeStandardWallet(overrides: Partial<FakeStandardWallet> = {}): FakeStandardWallet {
  const listeners = new Set<(change: object) => void>()
  let open: (() => void) | undefined

  async function askPerson(): Promise<void> {
    if (wallet.person === 'waits') await new Promise<void>((resolve) => (open = resolve))
    if (wallet.person === 'declines') throw Object.assign(new Error('User rejected'), { code: 4001 })
  }

  async function connect({ silent = false } = {}): Promise<object> {
    wallet.asked.push(silent ? 'connect quietly' : 'connect')
    if (silent && wallet.quiet === 'hangs') await new Promise(() => {})
    if (silent && wallet.quiet === 'has forgotten') throw new Error('not allowed yet')
    if (!silent) await askPerson()
    wallet.accounts = wallet.own
    return { accounts: wallet.accounts }
  }

  async function sign(method: string, inputs: readonly unknown[]): Promise<unknown[]> {
    wallet.asked.push(method)
    wallet.inputs = inputs
    await askPerson()
    return inputs.map(() => ({ by: method }))
  }

  const wallet: FakeStandardWallet = {
    version: '1.0.0',
    name: 'Lantern',
    icon: 'data:image/png;base64,iVBORw0KGgo=',
    chains: ['solana:mainnet', 'solana:devnet'],
    features: {
      'standard:connect': { version: '1.0.0', connect },
      'standard:disconnect': {
        version: '1.0.0',
        async disconnect() {
          wallet.asked.push('disconnect')
          wallet.accounts = []
          wallet.change()
        },
      },
      'standard:events': {
        version: '1.0.0',
        on(event: string, listener: (change: object) => void) {
          if (event === 'change') listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      'solana:signMessage': {
        version: '1.0.0',
        signMessage: (...inputs: unknown[]) => sign('signMessage', inputs),
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: (...inputs: unknown[]) => sign('signTransaction', inputs),
      },
    },
    accounts: [],
    own: [toAccount(ADA)],
    person: 'approves',
    quiet: 'remembers',
    asked: [],
    inputs: [],
    change() {
      for (const listener of listeners) listener({ accounts: wallet.accounts })
    },
    listenerCount: () => listeners.size,
    approveNow: () => open?.(),
    ...overrides,
  }
  return wallet
}

/** Registers the wallet by the Wallet Standard. Returns a function that hides it from later pages. */
export function register(wallet: unknown): () => void {
  const callback = (page: { register(wallet: unknown): unknown }) => page.register(wallet)
  const onReady = (event: Event) => callback((event as CustomEvent<Parameters<typeof callback>[0]>).detail)
  window.addEventListener('wallet-standard:app-ready', onReady)
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: callback }))
  return () => window.removeEventListener('wallet-standard:app-ready', onReady)
}

/** Converts the wallet to a connector, as the Wallet Standard finder does. */
export function toSolanaConnector(provider: object): Connector {
  return {
    id: 'solana/Lantern',
    name: 'Lantern',
    type: 'ANNOUNCED',
    chain: 'solana',
    namespaces: ['solana'],
    restoreKey: 'Lantern',
    provider,
  }
}
