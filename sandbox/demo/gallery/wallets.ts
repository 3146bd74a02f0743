/** Wallets of the gallery: announced by EIP-6963, with one account, and one mood each. */
import { address, CHAIN } from './sample-data.ts'

/** What becomes of a question. */
export type Mood = 'approves' | 'declines' | 'is busy' | 'fails' | 'waits'

const errors: Readonly<Partial<Record<Mood, Error & { code: number }>>> = {
  declines: Object.assign(new Error('User rejected the request.'), { code: 4001 }),
  'is busy': Object.assign(new Error('Already pending.'), { code: -32_002 }),
  fails: Object.assign(new Error('Internal error in the vault'), { code: -32_603 }),
}

export interface SampleWallet {
  name: string
  /** When it is asked to connect. Default: approves. */
  mood?: Mood
  /** When it is asked for anything later. Default: approves. */
  later?: Mood
  /** EIP-155, of its network. Default: that of the samples. */
  chainId?: number
  /** Reverse domain name. Default: of its own name. */
  rdns?: string
}

/** Returns what takes it off the page. */
export function announce(wallet: SampleWallet): () => void {
  const { name, mood = 'approves', later = 'approves', chainId = CHAIN, rdns } = wallet
  let accounts: string[] = []
  const provider = {
    async request({ method }: { method: string }): Promise<unknown> {
      if (method === 'eth_chainId') return `0x${chainId.toString(16)}`
      if (method === 'eth_accounts') return accounts
      const isConnecting = method === 'eth_requestAccounts' || method === 'wallet_requestPermissions'
      if (!isConnecting && !method.startsWith('wallet_switch') && !/_sign|_send/.test(method)) return null
      const answer = isConnecting ? mood : later
      if (answer === 'waits') return new Promise(() => {})
      if (errors[answer]) throw errors[answer]
      if (!isConnecting) return `0x${'8c07'.repeat(16)}`
      accounts = [address]
      return accounts
    },
    on() {},
    removeListener() {},
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

/** A picture of one colour for each name. */
export function draw(name: string): string {
  const hue = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="hsl(${hue} 60% 38%)"/><circle cx="20" cy="20" r="8" fill="#fff"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
