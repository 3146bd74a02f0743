/**
 * The gallery's wallets, each with one behaviour. They announce themselves by EIP-6963, and by the Wallet Standard for
 * other chains.
 */
import { address, bitcoinAddresses, CHAIN, solanaAddress } from './sample-data.ts'

/** Chains besides Ethereum, of a wallet or a page. */
export type Chain = 'solana' | 'bip122'

/** How a wallet answers a request. */
export type Mood = 'approves' | 'declines' | 'is busy' | 'fails' | 'waits'

const errors: Readonly<Partial<Record<Mood, Error & { code: number }>>> = {
  declines: Object.assign(new Error('User rejected the request.'), { code: 4001 }),
  'is busy': Object.assign(new Error('Already pending.'), { code: -32_002 }),
  fails: Object.assign(new Error('Internal error in the vault'), { code: -32_603 }),
}

export interface SampleWallet {
  name: string
  /** Answer to a connection request. Default: approves. */
  mood?: Mood
  /** Answer to later requests. Default: approves. */
  later?: Mood
  /** Default: Ethereum only. */
  chains?: readonly ('eip155' | Chain)[]
  /** EIP-155 id of the wallet's network. Default: that of the samples. */
  chainId?: number
  /** Ethereum addresses. Default: that of the samples. */
  accounts?: readonly string[]
  /** Reverse domain name. Default: derived from the wallet's name. */
  rdns?: string
}

/** Announces the wallet. Returns a function that removes it from the page. */
export function announce(wallet: SampleWallet): () => void {
  const { chains = ['eip155'] } = wallet
  const removals = chains.map((chain) => (chain === 'eip155' ? announceEvm(wallet) : register(wallet, chain)))
  return () => removals.forEach((remove) => remove())
}

/** Answers a request as the mood says. */
async function answerIn<T>(mood: Mood, answer: T): Promise<T> {
  if (mood === 'waits') return new Promise<never>(() => {})
  if (errors[mood]) throw errors[mood]
  return answer
}

function announceEvm(wallet: SampleWallet): () => void {
  const { name, mood = 'approves', later = 'approves', accounts: own = [address], rdns } = wallet
  let { chainId = CHAIN } = wallet
  let accounts: readonly string[] = []
  const listeners = new Map<string, Set<(value: unknown) => void>>()
  async function switchTo(id: string): Promise<null> {
    await answerIn(later, null)
    chainId = Number(id)
    for (const listener of listeners.get('chainChanged') ?? []) listener(id)
    return null
  }
  const provider = {
    async request({ method, params }: { method: string; params?: unknown }): Promise<unknown> {
      if (method === 'eth_chainId') return `0x${chainId.toString(16)}`
      if (method === 'eth_accounts') return accounts
      if (method === 'wallet_switchEthereumChain')
        return switchTo((params as [{ chainId: string }])[0].chainId)
      if (/_sign|_send/.test(method)) return answerIn(later, `0x${'8c07'.repeat(16)}`)
      if (method !== 'eth_requestAccounts' && method !== 'wallet_requestPermissions') return null
      return (accounts = await answerIn(mood, own))
    },
    on(event: string, listener: (value: unknown) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener(event: string, listener: (value: unknown) => void) {
      listeners.get(event)?.delete(listener)
    },
  }
  const info = {
    uuid: crypto.randomUUID(),
    name,
    rdns: rdns ?? `example.${name.toLowerCase().replaceAll(/[^a-z]/g, '')}`,
    icon: draw(name),
  }
  const tell = () =>
    window.dispatchEvent(
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
    )
  window.addEventListener('eip6963:requestProvider', tell)
  return () => window.removeEventListener('eip6963:requestProvider', tell)
}

/** Registers the wallet by the Wallet Standard. @see https://github.com/wallet-standard/wallet-standard */
function register({ name, mood = 'approves', later = 'approves' }: SampleWallet, chain: Chain): () => void {
  const family = chain === 'solana' ? 'solana' : 'bitcoin'
  const chains = [`${family}:mainnet`]
  const version = '1.0.0'
  const sign = () => answerIn(later, [{ signature: new Uint8Array(64).fill(7) }])
  const signing =
    chain === 'solana'
      ? {
          'solana:signMessage': { version, signMessage: sign },
          'solana:signAndSendTransaction': {
            version,
            supportedTransactionVersions: ['legacy', 0],
            signAndSendTransaction: sign,
          },
        }
      : { 'bitcoin:signMessage': { version, signMessage: sign } }
  const addresses = chain === 'solana' ? [solanaAddress] : bitcoinAddresses
  const own = addresses.map((one) => ({
    address: one,
    publicKey: new Uint8Array(32),
    chains,
    features: Object.keys(signing),
  }))
  let accounts: typeof own = []
  async function connect({ silent = false } = {}): Promise<{ accounts: typeof own }> {
    if (!silent) accounts = await answerIn(mood, own)
    return { accounts }
  }
  const wallet = {
    version,
    name,
    icon: draw(name),
    chains,
    features: {
      'standard:connect': { version, connect },
      'standard:events': { version, on: () => () => {} },
      ...(chain === 'bip122' && { 'bitcoin:connect': { version, connect } }),
      ...signing,
    },
    get accounts() {
      return accounts
    },
  }
  const tell = (event: Event) =>
    (event as CustomEvent<{ register(one: typeof wallet): void }>).detail.register(wallet)
  window.addEventListener('wallet-standard:app-ready', tell)
  return () => window.removeEventListener('wallet-standard:app-ready', tell)
}

/** An icon with a colour derived from the name. */
export function draw(name: string): string {
  const hue = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="hsl(${hue} 60% 38%)"/><circle cx="20" cy="20" r="8" fill="#fff"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
