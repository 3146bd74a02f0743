/** States of connecting an installed wallet. */
import type { State } from '../state.ts'
import { openView, untilConnected, wait } from '../steps.ts'
import type { Mood } from '../wallets.ts'

const three = [{ name: 'Harbor' }, { name: 'Tern' }, { name: 'Lantern' }]
const reef = { name: 'Reef', chains: ['eip155', 'solana', 'bip122'] } as const

function connecting(part: Pick<State, 'name' | 'when' | 'see'>, mood: Mood): State {
  const wallets = [{ name: 'Harbor', mood }, { name: 'Tern' }]
  return { view: 'ConnectingExternal', wallets, steps: ['Harbor'], ...part }
}

export const connectStates: readonly State[] = [
  { name: 'Connect', view: 'Connect', when: 'Three wallets are installed.', wallets: three, see: 'Lantern' },
  {
    name: 'Connect, no wallet',
    view: 'Connect',
    when: 'No wallet is installed, and the page offers no other way to connect.',
    wallets: [],
    see: 'No wallet found',
  },
  {
    name: 'Connect, many wallets',
    view: 'Connect',
    when: '24 wallets are installed, one with a long name.',
    wallets: Array.from({ length: 24 }, (_, at) => ({
      name: at === 2 ? 'A wallet whose name is far longer than any row' : `Wallet ${at + 1}`,
      rdns: `example.wallet${at}`,
    })),
    see: 'A wallet whose name',
  },
  {
    name: 'Connect, copies of a wallet',
    view: 'Connect',
    when: 'One wallet’s name looks like Harbor’s, and another claims to be Harbor.',
    wallets: [
      { name: 'Harbor' },
      { name: 'Harb0r', rdns: 'example.other' },
      { name: 'A wallet whose name is long', rdns: 'example.harbor' },
      { name: 'Lantern' },
    ],
    see: 'Lantern',
  },
  {
    name: 'Connect, with a QR code',
    view: 'Connect',
    when: 'The page offers WalletConnect beside the installed wallets.',
    wallets: three,
    options: { enableWalletConnect: true },
    see: 'QR code',
  },
  {
    name: 'Connect, another wallet',
    view: 'Connect',
    when: 'Harbor is connected. Reef has accounts on three chains, Keel on Bitcoin.',
    wallets: [{ name: 'Harbor' }, reef, { name: 'Keel', chains: ['bip122'] }],
    chains: ['solana', 'bip122'],
    connected: ['Harbor'],
    open: 'Connect',
    see: 'Keel',
  },
  {
    name: 'Connect, no wallet for Bitcoin',
    view: 'Connect',
    when: 'The user chose Bitcoin, and no installed wallet supports it.',
    chains: ['bip122'],
    connected: ['Harbor'],
    open: 'Networks',
    steps: ['Bitcoin', 'Choose a wallet'],
    see: 'No Bitcoin wallet found',
  },
  {
    name: 'What is a wallet?',
    view: 'WhatIsAWallet',
    when: 'A guide for people who don’t have a wallet.',
    wallets: three,
    steps: ['What is a wallet?'],
    see: 'An app that keeps your key',
  },
  connecting(
    { name: 'Connecting', when: 'The wallet is waiting for approval.', see: 'Approve in Harbor' },
    'waits',
  ),
  {
    ...connecting(
      {
        name: 'Connecting, after a while',
        when: 'The user hasn’t answered for 42 seconds.',
        see: 'Still',
      },
      'waits',
    ),
    steps: ['Harbor', wait(42_000)],
  },
  connecting(
    { name: 'Connecting, declined', when: 'The user declined in the wallet.', see: 'You declined in Harbor' },
    'declines',
  ),
  connecting(
    {
      name: 'Connecting, busy',
      when: 'The wallet has another request open.',
      see: 'has another request',
    },
    'is busy',
  ),
  connecting(
    { name: 'Connecting, failed', when: 'The wallet returned an error.', see: 'Harbor didn’t connect' },
    'fails',
  ),
  {
    name: 'Which accounts?',
    view: 'ConnectingMultiChain',
    when: 'The wallet has accounts on three of the page’s chains.',
    wallets: [reef],
    chains: ['solana', 'bip122'],
    steps: ['Reef'],
    see: 'Which accounts?',
  },
  {
    name: 'Which accounts? One is connected',
    view: 'ConnectingMultiChain',
    when: 'The Ethereum account is already connected.',
    wallets: [reef],
    chains: ['solana', 'bip122'],
    steps: ['Reef', 'Ethereum', untilConnected, openView('Connect'), 'Reef'],
    see: 'Connected',
  },
  {
    name: 'Connecting, first of three chains',
    view: 'ConnectingExternal',
    when: 'The user chose all three chains, and the wallet asks for the first.',
    wallets: [{ ...reef, mood: 'waits' }],
    chains: ['solana', 'bip122'],
    steps: ['Reef', 'All three'],
    see: 'Ethereum, 1 of 3',
  },
  {
    name: 'Connecting, first of three chains declined',
    view: 'ConnectingExternal',
    when: 'The user chose all three chains and declined the first.',
    wallets: [{ ...reef, mood: 'declines' }],
    chains: ['solana', 'bip122'],
    steps: ['Reef', 'All three'],
    see: 'No Ethereum account was shared',
  },
]
