/** A fake EIP-1193 wallet with configurable behaviour. */
import type { Connector } from '../src/wallets/connector.ts'
import type { Eip1193Provider } from '../src/wallets/evm/eip1193.ts'

export interface FakeWallet extends Eip1193Provider {
  /** Answer to `eth_accounts`; may be invalid. */
  accounts: unknown
  /** Answer to `eth_chainId`; may be invalid. */
  caipNetworkId: unknown
  /** How the person answers each request. */
  person: 'approves' | 'declines' | 'waits'
  /** Chain ids in hex to which the wallet can switch. */
  knows: string[]
  /** Error of a switch to any other chain id. */
  unknown: unknown
  /** Whether the network changes only some time after the wallet has answered. */
  late: boolean
  /** Names of the received calls, in order. */
  asked: string[]
  /** Parameters of `wallet_addEthereumChain`. */
  added: unknown[]
  emit(event: string, value?: unknown): void
  listenerCount(): number
  /** Approves requests that `waits` left open. */
  approveNow(): void
  declineNow(): void
}

export function createFakeWallet(
  overrides: Partial<
    Pick<FakeWallet, 'accounts' | 'caipNetworkId' | 'person' | 'knows' | 'unknown' | 'late'>
  > = {},
): FakeWallet {
  const listeners: [event: string, listener: (...args: never[]) => void][] = []
  let open: ((answer: FakeWallet['person']) => void) | undefined

  async function askPerson(): Promise<void> {
    const { person } = wallet
    const answer =
      person === 'waits' ? await new Promise<FakeWallet['person']>((resolve) => (open = resolve)) : person
    if (answer === 'declines') throw Object.assign(new Error('User rejected'), { code: 4001 })
  }

  async function goTo(chainId: string): Promise<void> {
    if (!wallet.knows.includes(chainId)) throw wallet.unknown
    await askPerson()
    const arrive = () => {
      wallet.caipNetworkId = chainId
      wallet.emit('chainChanged', chainId)
    }
    if (wallet.late) setTimeout(arrive, 300)
    else arrive()
  }

  const wallet: FakeWallet = {
    accounts: ['0x71C4A09E5b2Df8361C7e90D4Af52E8137bd6C02a'],
    caipNetworkId: '0x1',
    person: 'approves',
    knows: [],
    unknown: Object.assign(new Error('Unrecognized chain ID'), { code: 4902 }),
    late: false,
    asked: [],
    added: [],
    ...overrides,
    async request({ method, params }) {
      wallet.asked.push(method)
      const [first] = (params ?? []) as [{ chainId: string }]
      if (method === 'eth_chainId') return wallet.caipNetworkId
      if (method === 'eth_accounts') return wallet.accounts
      if (method === 'wallet_revokePermissions') return null
      if (method === 'wallet_switchEthereumChain') return goTo(first.chainId).then(() => null)
      if (method === 'wallet_addEthereumChain') {
        await askPerson()
        wallet.added.push(first)
        wallet.knows.push(first.chainId)
        return null
      }
      if (method !== 'eth_requestAccounts') throw Object.assign(new Error(`no ${method}`), { code: -32601 })
      await askPerson()
      return wallet.accounts
    },
    on: (event, listener) => void listeners.push([event, listener]),
    removeListener(event, listener) {
      const index = listeners.findIndex(([name, known]) => name === event && known === listener)
      if (index >= 0) listeners.splice(index, 1)
    },
    emit(event, value) {
      for (const [name, listener] of listeners.slice()) if (name === event) listener(value as never)
    },
    listenerCount: () => listeners.length,
    approveNow: () => open?.('approves'),
    declineNow: () => open?.('declines'),
  }
  return wallet
}

/**
 * Announces the wallet whenever the page asks. Returns a function that stops this.
 * @see https://eips.ethereum.org/EIPS/eip-6963
 */
export function announceWallet(provider: Eip1193Provider): () => void {
  const info = {
    uuid: 'harbor-uuid',
    name: 'Harbor',
    rdns: 'example.harbor',
    icon: 'data:image/png;base64,AA==',
  }
  const onRequest = () =>
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
  window.addEventListener('eip6963:requestProvider', onRequest)
  return () => window.removeEventListener('eip6963:requestProvider', onRequest)
}

export function toConnector(provider: Eip1193Provider, overrides: Partial<Connector> = {}): Connector {
  return {
    id: 'harbor-uuid',
    name: 'Harbor',
    type: 'ANNOUNCED',
    chain: 'eip155',
    namespaces: ['eip155'],
    restoreKey: 'example.harbor',
    info: { rdns: 'example.harbor', uuid: 'harbor-uuid' },
    provider,
    ...overrides,
  }
}
