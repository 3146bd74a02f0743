/** Signing in, networks, names, smart sessions, the directory of wallets, and what came unasked. */
import { localSiwx } from 'billfold/siwx'
import type { SmartSession } from '../../../../src/core/assets/smart-session.ts'
import type { Wallet } from '../../../../src/core/assets/wallet.ts'
import type { PreparedWorker } from '../prepared-worker.ts'
import { nftAt, nftsHead, portfolioHead, tokenAt } from '../sample-data.ts'
import type { State } from '../state.ts'
import { draw, type Mood } from '../wallets.ts'

const DAY = 86_400_000

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

function listWallets(worker: PreparedWorker): void {
  worker.set('wallets', { data: { count: directory.length, wallets: directory } })
  worker.set('walletConnect', { data: { session: undefined, relay: 'connected' } })
  Object.assign(worker.answers, {
    searchWallets: () => ({ count: 0, wallets: [] }),
    walletConnectPair: () => ({
      id: 'pairing',
      uri: 'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?expiryTimestamp=1705667684&relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303',
      expiresAt: Date.now() + 232_000,
    }),
  } satisfies PreparedWorker['answers'])
}

function withoutWallet(text: string, press: readonly (string | RegExp)[]): State {
  return {
    wallets: [],
    options: { enableWalletConnect: true },
    worker: listWallets,
    async show({ person }) {
      for (const name of press) await person.press(name)
      await person.see(text)
    },
  }
}

const rental: SmartSession = {
  id: 'rental',
  project: { name: 'Driftwood Rentals', url: 'https://rentals.driftwood.example/' },
  createdAt: Date.UTC(2026, 10, 16),
  expiresAt: Date.UTC(2026, 10, 23),
  permissions: [
    { kind: 'native', amount: 50_000_000_000_000_000n, period: 86_400 },
    { kind: 'calls', count: 10, period: 3_600 },
    { kind: 'unknown', type: 'native-token-stream' },
  ],
  unlistedPermissions: 0,
  context: `0x${'51c0de'.repeat(12)}`,
}

function smartSessions(
  text: string,
  sessions: SmartSession[],
  press: readonly (string | RegExp)[] = [],
): State {
  return {
    isConnected: true,
    options: { features: { smartSessions: true, analytics: false } },
    worker: (worker) => worker.set('smartSessions', { data: { sessions, unlisted: 0 } }),
    async show({ billfold, person }) {
      await billfold.open({ view: 'SmartSessionList' })
      for (const name of press) await person.press(name)
      await person.see(text)
    },
  }
}

function signingIn(text: string, press: readonly string[] = [], later: Mood = 'waits'): State {
  return {
    isConnected: true,
    wallets: [{ name: 'Harbor', later }],
    options: { siwx: localSiwx({ required: true, statement: 'I have read the terms of Driftwood.' }) },
    async show({ person }) {
      await person.see('Signing is free.')
      for (const name of press) await person.press(name)
      await person.see(text)
    },
  }
}

function unverified(worker: PreparedWorker): void {
  const seen = [
    { name: 'U\u0405DC', unusual: true, unverified: { reason: 'imitation', imitates: 'USDC' } },
    { name: 'claim-reward.example', unverified: { reason: 'link' } },
    { name: '$5,000 VOUCHER', unverified: { reason: 'lure' } },
  ] as const
  worker.rows.portfolio = (index) =>
    index < 3 ? tokenAt(index) : { ...tokenAt(index), group: 'unverified', ...seen[(index - 3) % 3] }
  worker.set('portfolio', { data: portfolioHead(9, { otherFrom: 3, unverifiedFrom: 3 }) })
}

const naming = (label: string): Partial<State> => ({
  isConnected: true,
  worker: (worker) =>
    Object.assign(worker.answers, {
      nameSuggestions: () => ({
        suggestions: [label, `${label}1`, `the${label}`].map((one, at) => ({
          name: `${one}.reown.id`,
          registered: at === 0,
        })),
      }),
    } satisfies PreparedWorker['answers']),
})

export const moreStates: Record<string, State> = {
  'Find a wallet': withoutWallet('Compare more wallets', ['What is a wallet?', 'Get a wallet']),
  'Where a wallet is to be had': withoutWallet('Beware of fakes', [
    'What is a wallet?',
    'Get a wallet',
    'Tern',
  ]),
  'All wallets': withoutWallet('Flint', ['All wallets']),
  'A wallet on a phone': withoutWallet('Copy link', ['All wallets', 'Lantern']),
  'Whichever wallet, by its code': {
    ...withoutWallet('', []),
    async show({ billfold, person }) {
      await billfold.open({ view: 'ConnectingWalletConnectBasic' })
      await person.see('Copy link')
    },
  },
  'Sign in': signingIn('Signing is free.'),
  'Sign in, in the wallet': signingIn('Approve in Harbor', ['Sign message']),
  'Sign in, declined': signingIn('Signature declined', ['Sign message'], 'declines'),
  'Switch network': {
    isConnected: true,
    wallets: [{ name: 'Harbor', later: 'waits' }],
    async show({ billfold, person }) {
      await billfold.open({ view: 'Networks' })
      await person.press('OP Mainnet')
      await person.see('Approve in Harbor')
    },
  },
  'Network that the page does not have': {
    isConnected: true,
    wallets: [{ name: 'Harbor', chainId: 137 }],
    async show({ billfold, person }) {
      await billfold.open()
      await person.see('isn’t available on this network')
    },
  },
  'Networks of the address': {
    isConnected: true,
    async show({ billfold, person }) {
      await billfold.open({ view: 'WalletReceive' })
      await person.press(/^Works on/)
      await person.see('Your address is the same on all of them')
    },
  },
  'Unverified tokens': {
    isConnected: true,
    worker: unverified,
    async show({ billfold, person }) {
      await billfold.open({ view: 'Account' })
      await person.press(/^Unverified/)
      await person.see('You didn’t request these')
    },
  },
  NFT: {
    isConnected: true,
    worker(worker) {
      worker.rows.nfts = (index) => ({
        ...nftAt(index),
        imageUrl: draw(`NFT ${index}`),
        contract: `0x${'8c05e92b'.repeat(5)}`,
        tokenId: '114',
      })
      worker.set('nfts', { data: nftsHead(7) })
      worker.answers.nft = () => ({
        description: 'One stretch of coast at every hour of a year.\nThe number is the hour of ebb.',
        traits: [
          { name: 'Sky', value: 'Dusk' },
          { name: 'Weather in the afternoon', value: 'A storm from the north-west' },
        ],
        imageUrl: draw('NFT 1'),
      })
    },
    async show({ billfold, person }) {
      await billfold.open({ view: 'Account' })
      await person.press('NFTs')
      await person.press(/^Low Tide 1/)
      await person.see('Token ID')
    },
  },
  'Smart sessions': smartSessions('Driftwood Rentals', [
    rental,
    { ...rental, id: '2', project: { name: 'A harbour master with a name that is too long for its row' } },
    { ...rental, id: '3', project: {}, expiresAt: Date.UTC(2026, 10, 18) - DAY },
    { ...rental, id: '4', revoked: { at: Date.UTC(2026, 10, 17) } },
  ]),
  'Smart sessions, none': smartSessions('Active 0', []),
  'Smart session': smartSessions('At most 10 calls', [rental], [/^Driftwood Rentals/]),
  'Smart session, before it is revoked': smartSessions(
    'Sign and revoke',
    [rental],
    [/^Driftwood Rentals/, 'Revoke'],
  ),
  'What a name is': {
    ...naming('mara'),
    async show({ billfold, person }) {
      await billfold.open({ view: 'ChooseAccountName' })
      await person.see('Free, with one signature')
    },
  },
  'A name, somebody’s': {
    ...naming('mara'),
    async show({ billfold, person }) {
      await billfold.open({ view: 'RegisterAccountName' })
      await person.fill('Name', 'mara')
      await person.see('Registered')
    },
  },
}
