/**
 * A whole shell over signals, with a real router and snacks, scripted topics, and rows created on demand. Requests of
 * the views are recorded in `calls`.
 */
import { computed, type Signal, signal } from '@preact/signals-core'
import type { TrackedEvent } from '../../src/base/tracked-event.ts'
import type { Connector } from '../../src/wallets/connector.ts'
import type { TransactionFacts, UnverifiedActivity } from '../../src/core/assets/activity.ts'
import type { ListHead } from '../../src/core/contract/list.ts'
import type { CaipAddress, Namespace } from '../../src/core/chains/caip.ts'
import type { Network } from '../../src/core/chains/networks.ts'
import type {
  CommandInput,
  CommandName,
  CommandOutput,
  ListName,
  ListRow,
  PageInput,
  Snapshot,
  TopicData,
  TopicName,
} from '../../src/core/contract/protocol.ts'
import type { Wallet, WalletsPage } from '../../src/core/assets/wallet.ts'
import type { Metadata } from '../../src/base/metadata.ts'
import type { Features, ThemeMode } from '../../src/shell/options.ts'
import type { AccountType } from '../../src/wallets/account-types.ts'
import { getHomeView } from '../../src/shell/home-view.ts'
import type { PagePayment } from '../../src/shell/page-payment.ts'
import { createRouter } from '../../src/shell/router.ts'
import type { Routes, ViewName } from '../../src/shell/routes.ts'
import type { AccountState, Attempt, ConnectedAccount, NetworkSwitch } from '../../src/wallets/account.ts'
import type { Remembered } from '../../src/connections/connections.ts'
import type { PendingDisconnect } from '../../src/connections/pending-disconnects.ts'
import type { Shell } from '../../src/shell/shell.ts'
import type { LazySignIn, SignIn } from '../../src/siwx/sign-in.ts'
import type { RegistrationState } from '../../src/shell/registration-state.ts'
import type { Readable } from '../../src/base/readable.ts'
import { createSnacks } from '../../src/base/snacks.ts'
import { address, activityAt, nftAt, pageOf, tokenAt } from '../../sandbox/demo/gallery/sample-data.ts'

export * from '../../sandbox/demo/gallery/sample-data.ts'

export interface FakeShell extends Shell {
  metadata: Metadata
  enableNetworkSwitch: boolean
  readonly features: Signal<Features>
  featuredWalletIds: readonly string[]
  customWallets: readonly Wallet[]
  readonly open: Signal<boolean>
  readonly themeMode: Signal<ThemeMode>
  readonly online: Signal<boolean>
  readonly account: Signal<AccountState>
  /** Connected accounts besides `account`. */
  readonly others: Signal<readonly ConnectedAccount[]>
  readonly connectors: Signal<readonly Connector[]>
  readonly networks: Network[]
  readonly attempts: Signal<readonly Attempt[]>
  readonly switching: Signal<NetworkSwitch | undefined>
  readonly remembered: Signal<readonly Remembered[]>
  readonly pendingDisconnect: Signal<PendingDisconnect | undefined>
  signIn: Omit<LazySignIn, 'current'> & { current: SignIn | undefined }
  payments: Shell['payments']
  readonly pagePayment: Signal<PagePayment | undefined>
  readonly calls: { command: CommandName; input: unknown }[]
  /** Wallets with which `connect` was called. */
  readonly asked: Connector[]
  /** Requested network of each `connect` call. */
  readonly wanted: (Network | undefined)[]
  /** Parameters of `chooseType`. */
  readonly chosen: ([Namespace, AccountType] | CaipAddress)[]
  /** Parameters of `disconnect`. */
  readonly ended: (Namespace | 'all')[]
  /** Topics that have subscribers. */
  readonly watched: Set<string>
  /** Sets the snapshot of a topic for every account. */
  set<T extends TopicName>(topic: T, snapshot: Partial<Snapshot<TopicData<T>>>): void
  /** Creates the rows of each list. */
  rows: { [N in ListName]: (index: number) => ListRow }
  /** Activity that the worker keeps apart as unverified. */
  unverified: readonly UnverifiedActivity[]
  /** The node's facts about every transaction. */
  facts: TransactionFacts
  /** Answers commands; tests may replace it. */
  answer: (command: CommandName, input: unknown) => Promise<unknown>
  show<Name extends ViewName>(view: Name, data?: Routes[Name]): void
}

export const harbor: Connector = {
  id: 'harbor',
  name: 'Harbor',
  type: 'ANNOUNCED',
  chain: 'eip155',
  namespaces: ['eip155'],
  restoreKey: 'example.harbor',
  info: { rdns: 'example.harbor', uuid: 'harbor' },
  provider: {},
}

export const network: Network = {
  id: 31337,
  caipNetworkId: 'eip155:31337',
  forkOf: 'eip155:1',
  chainNamespace: 'eip155',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
  explorerUrl: 'https://explorer.example',
}

export const solana: Network = {
  id: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  caipNetworkId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  chainNamespace: 'solana',
  name: 'Solana',
  nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
  rpcUrls: [],
}

export const bitcoin: Network = {
  id: '000000000019d6689c085ae165831e93',
  caipNetworkId: 'bip122:000000000019d6689c085ae165831e93',
  chainNamespace: 'bip122',
  name: 'Bitcoin',
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  rpcUrls: [],
}

export const connected: ConnectedAccount = {
  status: 'connected',
  connector: harbor,
  caipAddress: `eip155:31337:${address.toLowerCase()}`,
  address,
  caipNetworkId: 'eip155:31337',
  network,
  allAccounts: [{ caipAddress: `eip155:31337:${address.toLowerCase()}`, address, purpose: 'eoa' }],
}

export const reef: Connector = {
  ...harbor,
  id: 'solana/Reef',
  name: 'Reef',
  chain: 'solana',
  namespaces: ['solana'],
  restoreKey: 'Reef',
  provider: { reef: true },
}

const ofReef = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
export const onSolana: ConnectedAccount = {
  status: 'connected',
  connector: reef,
  caipAddress: `${solana.caipNetworkId}:${ofReef}`,
  address: ofReef,
  caipNetworkId: solana.caipNetworkId,
  network: solana,
  allAccounts: [{ caipAddress: `${solana.caipNetworkId}:${ofReef}`, address: ofReef, purpose: 'eoa' }],
}

export const keel: Connector = {
  ...harbor,
  id: 'bip122/Keel',
  name: 'Keel',
  chain: 'bip122',
  namespaces: ['bip122'],
  restoreKey: 'Keel',
  provider: { keel: true },
}

const toBitcoin = (address: string, purpose: 'payment' | 'ordinals') => ({
  caipAddress: `${bitcoin.caipNetworkId}:${address}` as const,
  address,
  purpose,
})
const payment = toBitcoin('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'payment')
const ordinals = toBitcoin('bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr', 'ordinals')
export const onBitcoin: ConnectedAccount = {
  status: 'connected',
  connector: keel,
  ...payment,
  caipNetworkId: bitcoin.caipNetworkId,
  network: bitcoin,
  allAccounts: [payment, ordinals],
}

/** The wallet directory before a test fills it. */
const noWallets: Snapshot<WalletsPage> = {
  data: { count: 0, wallets: [] },
  fetchedAt: Date.now(),
  status: 'fresh',
}

export function createFakeShell(): FakeShell {
  const open = signal(false)
  const account = signal<AccountState>({ status: 'disconnected' })
  const others = signal<readonly ConnectedAccount[]>([])
  const accounts = computed(() => [
    ...(account.value.status === 'connected' ? [account.value] : []),
    ...others.value,
  ])
  const topics = new Map<string, Signal<Snapshot<TopicData<TopicName>>>>()
  const presets = new Map<TopicName, Snapshot<TopicData<TopicName>>>([['wallets', noWallets]])
  const watched = new Set<string>()
  const close = () => (open.value = false)

  function topicSignal(topic: TopicName, params: unknown): Signal<Snapshot<TopicData<TopicName>>> {
    const key = `${topic} ${JSON.stringify(params)}`
    const known = topics.get(key)
    if (known) return known
    const created = signal<Snapshot<TopicData<TopicName>>>(presets.get(topic) ?? loading, {
      watched: () => void watched.add(key),
      unwatched: () => void watched.delete(key),
    })
    topics.set(key, created)
    return created
  }

  const shell: FakeShell = {
    metadata: { name: 'Driftwood', url: 'https://driftwood.example' },
    termsConditionsUrl: 'https://driftwood.example/terms',
    privacyPolicyUrl: 'https://driftwood.example/privacy',
    locale: 'en-US',
    open,
    trackedEvent: signal<TrackedEvent | undefined>(undefined),
    pagePayment: signal<PagePayment | undefined>(undefined),
    payments: () => Promise.reject(new Error('Unexpected payment')),
    enableNetworkSwitch: true,
    features: signal<Features>({}),
    preferUniversalLinks: false,
    featuredWalletIds: [],
    customWallets: [],
    isListed: () => true,
    accepted: signal(true),
    router: createRouter({ close, getHomeView: () => getHomeView(account.peek(), shell) }),
    themeMode: signal<ThemeMode>('dark'),
    online: signal(true),
    account,
    accounts,
    others,
    connectors: signal<readonly Connector[]>([harbor]),
    networks: [network],
    attempts: signal<readonly Attempt[]>([]),
    switching: signal<NetworkSwitch | undefined>(undefined),
    remembered: signal<readonly Remembered[]>([]),
    pendingDisconnect: signal<PendingDisconnect | undefined>(undefined),
    snacks: createSnacks(),
    signIn: {
      current: undefined,
      load: async () => undefined,
      settle: (close) => close(),
      left: [],
      leave() {},
      stop() {},
    },
    calls: [],
    asked: [],
    wanted: [],
    chosen: [],
    ended: [],
    watched,
    rows: { portfolio: tokenAt, activity: activityAt, nfts: nftAt },
    topic: (topic, params) => topicSignal(topic, params) as Readable<unknown> as Readable<never>,
    async call<C extends CommandName>(command: C, input: CommandInput<C>) {
      shell.calls.push({ command, input })
      return (await shell.answer(command, input)) as CommandOutput<C>
    },
    registration: signal<RegistrationState>({ status: 'idle' }),
    wallet: async () => ({ signMessage: async () => '0x' }) as never,
    unverified: [],
    facts: { isWhole: false },
    async answer(command, input) {
      if (command === 'transactionFacts') return shell.facts
      if (command === 'unverifiedActivity') return shell.unverified
      if (command !== 'page') return undefined
      const { list, index, account } = input as PageInput
      const head = topicSignal(list, { account }).peek().data as ListHead | undefined
      return pageOf(index, head?.version ?? 0, head?.total ?? 0, shell.rows[list])
    },
    async connect(connector, network) {
      shell.wanted.push(network)
      shell.asked.push(connector)
      const isRunning = shell.attempts.peek().some((one) => one.status === 'waiting')
      if (isRunning) return
      shell.attempts.value = [{ id: 1, connector, startedAt: Date.now(), status: 'waiting' }]
    },
    cancelAttempt: () => (shell.attempts.value = []),
    setActive(namespace) {
      const isMeant = ({ caipNetworkId }: ConnectedAccount) => caipNetworkId.startsWith(`${namespace}:`)
      const all = accounts.peek()
      account.value = all.find(isMeant) ?? account.peek()
      others.value = all.filter((one) => !isMeant(one))
    },
    chooseAccount: (caipAddress) => void shell.chosen.push(caipAddress),
    async chooseType(namespace, type) {
      shell.chosen.push([namespace, type])
    },
    async switchNetwork(network) {
      shell.switching.value = { id: 2, network, startedAt: Date.now(), status: 'waiting' }
    },
    cancelSwitch: () => (shell.switching.value = undefined),
    async disconnect(namespace) {
      shell.ended.push(namespace ?? 'all')
      close()
      account.value = { status: 'disconnected' }
    },
    async forget(namespace) {
      others.value = others.peek().filter(({ caipNetworkId }) => !caipNetworkId.startsWith(`${namespace}:`))
      const { remembered } = shell
      remembered.value = remembered.peek().filter((one) => one.namespace !== namespace)
    },
    close,
    set(topic, snapshot) {
      const whole = { data: undefined, fetchedAt: Date.now(), status: 'fresh', ...snapshot } as Snapshot<
        TopicData<TopicName>
      >
      presets.set(topic, whole)
      for (const [key, known] of topics) if (key.startsWith(`${topic} `)) known.value = whole
    },
    show(view, data) {
      shell.router.reset(view, data)
      open.value = true
    },
  }
  return shell
}

const loading: Snapshot<never> = { data: undefined, fetchedAt: undefined, status: 'loading' }
