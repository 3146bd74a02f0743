/** States of the list of networks, and of switching. */
import type { State } from '../state.ts'
import { openView, untilConnected } from '../steps.ts'
import { ofAccount } from './account.ts'

const many =
  'Arbitrum One,Avalanche,Base,BNB Smart Chain,Celo,Gnosis,Linea,OP Mainnet,Polygon,Scroll,ZKsync Era'.split(
    ',',
  )
const named = [...many.slice(0, 3), 'A network whose name is far longer than any row', ...many.slice(3)]
const options = {
  networks: named.map((name, at) => ({
    id: at === 0 ? 31_337 : at + 1,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [] } },
  })),
}

const reef = { name: 'Reef', chains: ['eip155', 'solana'] } as const

function list(part: Pick<State, 'name' | 'when' | 'see'> & Partial<State>): State {
  return ofAccount({ view: 'Networks', open: 'Networks', ...part })
}

export const networkStates: readonly State[] = [
  list({ name: 'Networks', when: 'The page’s networks.', see: 'OP Mainnet' }),
  list({ name: 'Networks, many', when: 'Twelve networks, with a search field.', options, see: 'Avalanche' }),
  list({
    name: 'Networks, none found',
    when: 'No network matches the search.',
    options,
    steps: [['Search networks', 'Xy']],
    see: 'No network found',
  }),
  list({
    name: 'Networks, several chains',
    when: 'Harbor is connected on Ethereum, Reef on Solana, and no wallet on Bitcoin.',
    wallets: [{ name: 'Harbor' }, { name: 'Reef', chains: ['solana'] }],
    chains: ['solana', 'bip122'],
    connected: ['Harbor', 'Reef'],
    see: 'Not connected',
  }),
  list({
    name: 'Networks, switch failed',
    when: 'The wallet returned an error.',
    wallets: [{ name: 'Harbor', later: 'fails' }],
    steps: ['OP Mainnet'],
    see: 'Couldn’t switch network',
  }),
  list({
    name: 'Networks, switch declined',
    when: 'The user declined in the wallet.',
    wallets: [{ name: 'Harbor', later: 'declines' }],
    steps: ['OP Mainnet'],
    see: 'You declined in Harbor',
  }),
  list({
    name: 'Switch network',
    view: 'SwitchNetwork',
    when: 'The wallet is waiting for approval.',
    wallets: [{ name: 'Harbor', later: 'waits' }],
    steps: ['OP Mainnet'],
    see: 'Approve in Harbor',
  }),
  ofAccount({
    name: 'Network not supported',
    view: 'UnsupportedChain',
    when: 'The wallet is on a network that the page doesn’t list.',
    wallets: [{ name: 'Harbor', chainId: 137 }],
    see: 'isn’t available on this network',
  }),
  list({
    name: 'No account on Bitcoin',
    view: 'SwitchActiveChain',
    when: 'The user chose Bitcoin, and the connected wallet doesn’t support it.',
    wallets: [{ name: 'Harbor' }, { name: 'Keel', chains: ['bip122'] }],
    chains: ['bip122'],
    steps: ['Bitcoin'],
    see: 'No account on Bitcoin yet',
  }),
  list({
    name: 'No account on Solana, wallet supports it',
    view: 'SwitchActiveChain',
    when: 'The user chose Solana, which the connected wallet also supports.',
    wallets: [reef],
    chains: ['solana'],
    connected: [],
    open: 'Connect',
    steps: ['Reef', 'Ethereum', untilConnected, openView('Networks'), 'Solana'],
    see: 'Connect Reef',
  }),
  ofAccount({
    name: 'What is a network?',
    view: 'WhatIsANetwork',
    when: 'A guide to networks.',
    open: 'WhatIsANetwork',
    see: 'Same address, separate balances',
  }),
]
