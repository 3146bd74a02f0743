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
  list({ name: 'Networks', when: 'Those of the page.', see: 'OP Mainnet' }),
  list({ name: 'Networks, many', when: 'Twelve, with a search field.', options, see: 'Avalanche' }),
  list({
    name: 'Networks, none found',
    when: 'No network has the name that was typed.',
    options,
    steps: [['Search networks', 'Xy']],
    see: 'No network found',
  }),
  list({
    name: 'Networks, several chains',
    when: 'Harbor is connected on Ethereum, Reef on Solana, and nothing on Bitcoin.',
    wallets: [{ name: 'Harbor' }, { name: 'Reef', chains: ['solana'] }],
    chains: ['solana', 'bip122'],
    connected: ['Harbor', 'Reef'],
    see: 'Not connected',
  }),
  list({
    name: 'Networks, switch failed',
    when: 'The wallet answered with an error.',
    wallets: [{ name: 'Harbor', later: 'fails' }],
    steps: ['OP Mainnet'],
    see: 'Couldn’t switch network',
  }),
  list({
    name: 'Networks, switch declined',
    when: 'The person said no in the wallet.',
    wallets: [{ name: 'Harbor', later: 'declines' }],
    steps: ['OP Mainnet'],
    see: 'You declined in Harbor',
  }),
  list({
    name: 'Switch network',
    view: 'SwitchNetwork',
    when: 'The wallet asks the person.',
    wallets: [{ name: 'Harbor', later: 'waits' }],
    steps: ['OP Mainnet'],
    see: 'Approve in Harbor',
  }),
  ofAccount({
    name: 'Network not supported',
    view: 'UnsupportedChain',
    when: 'The wallet is on a network that the page does not have.',
    wallets: [{ name: 'Harbor', chainId: 137 }],
    see: 'isn’t available on this network',
  }),
  list({
    name: 'No account on Bitcoin',
    view: 'SwitchActiveChain',
    when: 'Bitcoin was chosen, and the connected wallet has no account there.',
    wallets: [{ name: 'Harbor' }, { name: 'Keel', chains: ['bip122'] }],
    chains: ['bip122'],
    steps: ['Bitcoin'],
    see: 'No account on Bitcoin yet',
  }),
  list({
    name: 'No account on Solana, the wallet has one',
    view: 'SwitchActiveChain',
    when: 'Solana was chosen, and the connected wallet has an account there, too.',
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
    when: 'A guide.',
    open: 'WhatIsANetwork',
    see: 'Same address, separate balances',
  }),
]
