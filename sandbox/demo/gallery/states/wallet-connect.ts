/** States of connecting a wallet from the directory with WalletConnect. */
import type { Wallet } from '../../../../src/core/assets/wallet.ts'
import { BillfoldError, type ErrorCode } from '../../../../src/core/base/errors.ts'
import type { WalletConnectSession } from '../../../../src/core/contract/walletconnect.ts'
import type { PreparedWorker } from '../prepared-worker.ts'
import { address, CHAIN } from '../sample-data.ts'
import type { State } from '../state.ts'
import { goOffline } from '../steps.ts'
import { draw } from '../wallets.ts'

const directory: Wallet[] = 'Lantern Tern Cobble Fathom Mesa Quill Reef Osprey Kelp Dune Ember Flint'
  .split(' ')
  .map((name) => ({
    id: name.toLowerCase(),
    name,
    image_url: draw(name),
    mobile_link: `${name.toLowerCase()}://`,
    homepage: `https://${name.toLowerCase()}.example`,
    app_store: `https://${name.toLowerCase()}.example/ios`,
    chrome_store: `https://${name.toLowerCase()}.example/chrome`,
  }))

/** A session of Lantern on two of the page's networks. Lantern doesn't switch networks itself. */
const session: WalletConnectSession = {
  id: 'session',
  peer: { name: 'Lantern', url: 'https://lantern.example' },
  namespaces: {
    eip155: {
      accounts: [`eip155:${CHAIN}:${address}`, `eip155:10:${address}`],
      chains: [`eip155:${CHAIN}`, 'eip155:10'],
      methods: ['personal_sign', 'eth_sendTransaction'],
      events: [],
    },
  },
  expiresAt: Date.now() + 86_400_000,
}

const uri =
  'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?expiryTimestamp=1705667684&relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'

function listWallets(worker: PreparedWorker): void {
  worker.set('wallets', { data: { count: directory.length, wallets: directory } })
  Object.assign(worker.answers, {
    searchWallets: () => ({ count: 0, wallets: [] }),
    walletConnectPair: () => ({ id: 'pairing', uri, expiresAt: Date.now() + 232_000 }),
  } satisfies PreparedWorker['answers'])
}

type Part = Pick<State, 'name' | 'view' | 'when' | 'see'> & Partial<State>

/** A state without installed wallets; the directory has some. */
function withoutWallet(part: Part): State {
  return {
    wallets: [],
    worker: listWallets,
    ...part,
    options: { enableWalletConnect: true, ...part.options },
  }
}

/** A state after Lantern was chosen in the directory. @param answers the worker's answers besides the pairing link */
function pairing(part: Omit<Part, 'view'>, answers: PreparedWorker['answers'] = {}): State {
  return withoutWallet({
    view: 'ConnectingWalletConnect',
    worker(worker) {
      listWallets(worker)
      Object.assign(worker.answers, answers)
    },
    steps: ['All wallets', 'Lantern'],
    ...part,
  })
}

function fail(code: ErrorCode): () => never {
  return () => {
    throw new BillfoldError(code, 'It didn’t give a reason.')
  }
}

const unaccepted = {
  features: { legalCheckbox: true },
  options: { termsConditionsUrl: 'https://driftwood.example/terms' },
}

export const walletConnectStates: readonly State[] = [
  withoutWallet({
    name: 'Get a wallet',
    view: 'GetWallet',
    when: 'Suggested wallets, for people who don’t have one.',
    steps: ['What is a wallet?', 'Get a wallet'],
    see: 'Compare more wallets',
  }),
  withoutWallet({
    name: 'Get a wallet, downloads',
    view: 'Downloads',
    when: 'Download links for the chosen wallet.',
    steps: ['What is a wallet?', 'Get a wallet', 'Tern'],
    see: 'Beware of fakes',
  }),
  withoutWallet({
    name: 'All wallets',
    view: 'AllWallets',
    when: 'The wallet directory: installed wallets first, then those that connect by QR code.',
    wallets: [{ name: 'Harbor' }],
    steps: ['All wallets'],
    see: 'Flint',
  }),
  withoutWallet({
    name: 'All wallets, none found',
    view: 'AllWallets',
    when: 'No wallet matches the search.',
    steps: ['All wallets', ['Search 12 wallets', 'zzq']],
    see: 'No wallet found',
  }),
  withoutWallet({
    name: 'All wallets, loading',
    view: 'AllWallets',
    when: 'The directory hasn’t loaded yet.',
    worker: (worker) => worker.set('wallets', { status: 'loading', fetchedAt: undefined }),
    steps: ['All wallets'],
    see: 'All wallets',
  }),
  withoutWallet({
    name: 'All wallets, failed',
    view: 'AllWallets',
    when: 'The directory couldn’t be loaded.',
    worker: (worker) =>
      worker.set('wallets', {
        status: 'failed',
        fetchedAt: undefined,
        error: { code: 'http_network', message: 'No.', category: 'API_ERROR', context: {} },
      }),
    steps: ['All wallets'],
    see: 'Couldn’t load wallets',
  }),
  withoutWallet({
    name: 'All wallets, terms to accept',
    view: 'AllWallets',
    when: 'The user must accept the page’s terms before choosing a wallet.',
    ...unaccepted,
    open: 'AllWallets',
    see: 'I accept',
  }),
  pairing({ name: 'WalletConnect, one wallet', when: 'The QR code for Lantern.', see: 'Copy link' }),
  pairing(
    { name: 'WalletConnect, loading', when: 'The QR code is being created.', see: 'Lantern' },
    { walletConnectPair: () => new Promise(() => {}) },
  ),
  pairing(
    {
      name: 'WalletConnect, declined',
      when: 'The user declined in the wallet.',
      see: 'You declined in Lantern',
    },
    { walletConnectApproval: fail('wallet_declined') },
  ),
  pairing(
    {
      name: 'WalletConnect, failed',
      when: 'The wallet returned an error.',
      see: 'Couldn’t connect to Lantern',
    },
    { walletConnectApproval: fail('wallet_failed') },
  ),
  pairing(
    {
      name: 'WalletConnect, expired',
      when: 'Three codes were shown, and none was scanned.',
      see: 'Code expired',
    },
    { walletConnectPair: () => ({ id: 'pairing', uri, expiresAt: Date.now() }) },
  ),
  pairing(
    { name: 'WalletConnect, relay unreachable', when: 'The relay can’t be reached.', see: 'Tried 3 times' },
    { walletConnectPair: fail('relay_unreachable') },
  ),
  {
    ...pairing(
      {
        name: 'WalletConnect, offline',
        when: 'The device is offline.',
        see: /You are offline[^]*Tried 3 times/,
      },
      { walletConnectPair: fail('relay_unreachable') },
    ),
    steps: ['All wallets', goOffline, 'Lantern'],
  },
  withoutWallet({
    name: 'WalletConnect, any wallet',
    view: 'ConnectingWalletConnect',
    when: 'The user chose WalletConnect itself: the code works with any wallet.',
    wallets: [{ name: 'Harbor' }],
    steps: ['WalletConnect'],
    see: 'Copy link',
  }),
  withoutWallet({
    name: 'WalletConnect, start view',
    view: 'ConnectingWalletConnectBasic',
    when: 'WalletConnect is the page’s only way to connect, so the modal starts with the code.',
    open: 'ConnectingWalletConnectBasic',
    see: 'Copy link',
  }),
  withoutWallet({
    name: 'WalletConnect, terms to accept',
    view: 'ConnectingWalletConnectBasic',
    when: 'The user must accept the page’s terms to see the code.',
    ...unaccepted,
    open: 'ConnectingWalletConnectBasic',
    see: 'Accept the terms',
  }),
  withoutWallet({
    name: 'Networks, WalletConnect',
    view: 'Networks',
    when: 'The WalletConnect session covers two of the page’s networks.',
    wallets: [{ name: 'Harbor' }],
    worker(worker) {
      listWallets(worker)
      worker.answers.walletConnectApproval = () => {
        worker.set('walletConnect', { data: { session, relay: 'connected' } })
        return { session, signed: [] }
      }
    },
    connected: ['WalletConnect'],
    open: 'Networks',
    see: 'doesn’t share an account there',
  }),
]
