/** An EIP-1193 wallet with a switch for each way in which it can behave. */
import type { Connector } from '../src/connector.ts'
import type { Eip1193Provider } from '../src/wallets/eip1193.ts'

export interface FakeWallet extends Eip1193Provider {
  /** What `eth_accounts` gives; anything, also junk. */
  accounts: unknown
  chainId: unknown
  /** What a person does with a request for accounts. */
  person: 'approves' | 'declines' | 'waits'
  /** Methods that were asked, in order. */
  asked: string[]
  emit(event: string): void
  listenerCount(): number
  /** Ends what `waits` left open. */
  approveNow(): void
}

export function createFakeWallet(
  overrides: Partial<Pick<FakeWallet, 'accounts' | 'chainId' | 'person'>> = {},
): FakeWallet {
  const listeners: [event: string, listener: (...args: never[]) => void][] = []
  let open: (() => void) | undefined
  const wallet: FakeWallet = {
    accounts: ['0x71C4A09E5b2Df8361C7e90D4Af52E8137bd6C02a'],
    chainId: '0x1',
    person: 'approves',
    asked: [],
    ...overrides,
    async request({ method }) {
      wallet.asked.push(method)
      if (method === 'eth_chainId') return wallet.chainId
      if (method === 'eth_accounts') return wallet.accounts
      if (method === 'wallet_revokePermissions') return null
      if (method !== 'eth_requestAccounts') throw Object.assign(new Error(`no ${method}`), { code: -32601 })
      if (wallet.person === 'declines') throw Object.assign(new Error('User rejected'), { code: 4001 })
      if (wallet.person === 'waits') await new Promise<void>((resolve) => (open = resolve))
      return wallet.accounts
    },
    on: (event, listener) => void listeners.push([event, listener]),
    removeListener(event, listener) {
      const index = listeners.findIndex(([name, known]) => name === event && known === listener)
      if (index >= 0) listeners.splice(index, 1)
    },
    emit(event) {
      for (const [name, listener] of listeners.slice()) if (name === event) listener()
    },
    listenerCount: () => listeners.length,
    approveNow: () => open?.(),
  }
  return wallet
}

export function toConnector(provider: Eip1193Provider, overrides: Partial<Connector> = {}): Connector {
  return {
    id: 'harbor-uuid',
    name: 'Harbor',
    type: 'ANNOUNCED',
    chain: 'eip155',
    info: { rdns: 'example.harbor', uuid: 'harbor-uuid' },
    duplicate: false,
    provider,
    ...overrides,
  }
}
