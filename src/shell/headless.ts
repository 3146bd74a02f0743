/** The API for pages that draw their own wallet views instead of the modal. */
import { computed, effect, signal } from '@preact/signals-core'
import type { Attempt, ConnectedAccount } from '../wallets/account.ts'
import { when } from '../base/when.ts'
import type { Connector } from '../wallets/connector.ts'
import { getWays } from '../connections/group-wallets.ts'
import { findBrought, matchInstalledWallets } from '../connections/match-installed-wallets.ts'
import type { Connections } from '../connections/connections.ts'
import type { CaipAddress, CaipNetworkId, Namespace } from '../core/chains/caip.ts'
import { formatDeepLink, getWalletLink, type LinkKind } from '../base/deep-link.ts'
import { BillfoldError } from '../core/base/errors.ts'
import type { Network } from '../core/chains/networks.ts'
import type { Snapshot } from '../core/contract/protocol.ts'
import type { Wallet, WalletSearch, WalletsPage, WalletsParams } from '../core/assets/wallet.ts'
import type { SignIn, SignInState } from '../siwx/sign-in.ts'
import type { SIWXSession } from '../siwx/siwx.ts'
import type { AccountType, PreferredTypes } from '../wallets/account-types.ts'
import { connectMultiChain } from './connect-multi-chain.ts'
import { type Chain, type ChainSources, createChain } from './chain.ts'
import { lazy } from '../core/base/lazy.ts'
import type { Names } from '../names/page-names.ts'
import type { OnRamp } from '../onramp/page-onramp.ts'
import type { Send } from '../payments/page-send.ts'
import type { PageSwap } from '../payments/page-swap.ts'
import { isPhone } from '../base/device.ts'
import { readDevice } from '../base/read-device.ts'
import type { Readable } from '../base/readable.ts'
import type { SnackState } from '../base/snacks.ts'
import type { Shell } from './shell.ts'

/** @see `Billfold.headless` */
export interface Headless {
  /**
   * The wallets of this page, of all namespaces, in listing order. Email and social login are not among them, since they need
   * the modal's own views: `billfold.open({ view: 'Connect' })`.
   */
  readonly connectors: Readable<readonly Connector[]>
  /**
   * Connection attempts that are running or have failed: at most one for each namespace. If `progress` is of the
   * kind `uri`, its `uri` is a code to be scanned or a link to be opened.
   */
  readonly attempts: Readable<readonly Attempt[]>
  /**
   * The API of one namespace. Each call returns the same object.
   * @throws adapter_missing
   */
  chain(namespace: Namespace): Chain
  /**
   * Asks a wallet for its accounts and waits for the person's answer. The signal cancels the request. A directory
   * wallet is asked in this browser if it is installed, else over WalletConnect: the attempt's `progress` has the link,
   * to be shown as a code or opened with `getLink`. A wallet of several namespaces (MULTI_CHAIN) is connected in the
   * namespace of `network`; without `network`, the modal opens and asks for a namespace.
   * @throws aborted; options_invalid for a network that the page did not name; wallet_declined; wallet_busy;
   * wallet_bad_account; wallet_failed; wallet_missing if the wallet is not installed and the page has no WalletConnect;
   * relay_unreachable; pairing_expired
   */
  connect(wallet: Connector | Wallet, options?: ConnectOptions): Promise<ConnectedAccount>
  /** Makes a connected namespace the active one: its account becomes `billfold.account`. @throws adapter_missing */
  setActive(namespace: Namespace): void
  /**
   * Uses another of the accounts that the wallet has shared (`allAccounts`), until the wallet itself switches accounts.
   * The wallet is not asked.
   * @throws adapter_missing
   */
  chooseAccount(caipAddress: CaipAddress): void
  /**
   * The address that opens a directory wallet on this device with an attempt's link, for an `<a>` that a person presses;
   * undefined if the wallet has no safe address.
   * @example
   * const { progress } = attempts.value[0]
   * if (progress?.kind === 'uri') anchor.href = getLink(wallet, progress.uri) ?? ''
   */
  getLink(wallet: Wallet, uri: string): string | undefined
  /** Whether the active account is signed in on its network. The status is `nobody` on a page without sign-in. */
  readonly session: Readable<SignInState>
  /**
   * Asks the active account's wallet for a signature and signs in with it; resolves at once if the account is signed in.
   * The page must explain the request; the wallet shows the text to sign.
   * @throws siwx_missing, account_missing, network_missing, siwx_declined, siwx_invalid, siwx_unknown, aborted
   */
  signIn(): Promise<SIWXSession>
  /** Signs the active account out; the account stays connected. @throws siwx_missing, account_missing, siwx_unknown */
  signOut(): Promise<void>
  /**
   * A list of the wallet directory, filtered by the page's options. Cached, and fetched while the signal has a
   * subscriber. The same parameters return the same signal.
   * @example
   * wallets({ list: 'all', page: 1 }).subscribe(({ data }) => data?.wallets.map(({ name }) => name))
   */
  wallets(params: WalletsParams): Readable<Snapshot<WalletsPage>>
  /**
   * Directory wallets with a matching name, at most 100. The signal cancels the search.
   * @throws aborted; the reason why the directory could not be read
   */
  searchWallets(search: WalletSearch, options?: { signal?: AbortSignal }): Promise<WalletsPage>
  /** The modal's current message, for pages that show it elsewhere. */
  readonly snack: Readable<SnackState>
  /**
   * Sending, for pages that draw their own form and review. The code is loaded with the first call; each call returns the
   * same object.
   * @throws code_missing
   * @example
   * const send = await headless.send()
   * send.update({ token: 'eip155:1', amount: '0.5', receiver: 'vitalik.eth' })
   * const shown = await send.prepare() // draw it: fees, warnings, what arrives
   * const { hash } = await send.confirm(shown) // once the person has pressed your button
   */
  send(): Promise<Send>
  /** Swapping; works like `send`. @throws code_missing */
  swap(): Promise<PageSwap>
  /** Buying by card or bank transfer: choices, quotes, and the provider's window. @throws code_missing */
  onramp(): Promise<OnRamp>
  /** Registering a name for the account: suggestions and the registration. @throws code_missing */
  names(): Promise<Names>
  /** Stores the account type that a person prefers in a namespace. @throws chain_missing, adapter_missing */
  updateAccount(namespace: Namespace, update: { preferredAccountType: AccountType }): void
}

/** Options of `Headless.connect`. */
export interface ConnectOptions {
  /** Cancels the request. */
  signal?: AbortSignal
  /**
   * CAIP-2 of the requested network. A wallet that manages its own network may stay on another network: the account's
   * `caipNetworkId` names that network, and `billfold.switchNetwork()` asks the wallet to switch.
   */
  network?: CaipNetworkId
}

export interface HeadlessOptions extends Pick<ChainSources, 'networks'> {
  shell: Shell
  connections: Connections
  /** The wallets of this page, including those that the page excludes. */
  connectors: Readable<readonly Connector[]>
  preferred: PreferredTypes
  /** Undefined on a page without sign-in. */
  signIn: SignIn | undefined
  /** Finds a network that the page named. @throws options_invalid */
  findNetwork(caipNetworkId: CaipNetworkId): Network
  /**
   * Called when the page begins to draw the wallets itself or connects one, and again when a modal that `connect`
   * opened is closed.
   */
  onDraw(): void
  open(view: 'Connect'): Promise<void>
}

/** How long the wallet list is kept up to date after a page reads it without subscribing. Milliseconds. */
const PREFETCH_TIME = 5_000

export function createHeadless(options: HeadlessOptions): Headless {
  const { connections, preferred, signIn, onDraw, findNetwork, ...sources } = options
  const { topic, call } = sources.shell
  const { attempts, getAccount, getProgress, cancelAttempt, setActive, chooseAccount } = connections
  const connectors = computed(() => sources.shell.connectors.value.filter(({ type }) => type !== 'AUTH'))
  const chains = new Map<Namespace, Chain>()
  let isDrawn = false

  function draw(): void {
    if (isDrawn) return
    isDrawn = true
    onDraw()
    // The excluded wallets are fetched only while the list has a subscriber. A page may read the list without
    // subscribing, so subscribe for a moment.
    setTimeout(
      connectors.subscribe(() => {}),
      PREFETCH_TIME,
    )
  }

  function chain(namespace: Namespace): Chain {
    const known = chains.get(namespace)
    if (known) return known
    const made = createChain(namespace, {
      ...sources,
      preferred,
      getAccount,
      getProgress,
    })
    chains.set(namespace, made)
    return made
  }

  /** @throws siwx_missing */
  function getSignIn(): SignIn {
    if (signIn) return signIn
    throw new BillfoldError('siwx_missing', 'SIWX is not enabled: pass `siwx` to createBillfold.')
  }

  /** The connectors of a wallet, one for each namespace. @throws wallet_missing */
  function toWays(wallet: Connector | Wallet): readonly Connector[] {
    if ('provider' in wallet) return getWays(wallet)
    const installed = matchInstalledWallets(wallet, connectors.peek())
    if (installed.length > 0) return installed
    const brought = findBrought(wallet, connectors.peek())
    return [brought ?? toPeer(wallet)]
  }

  /** @throws wallet_missing */
  function toPeer(wallet: Wallet): Connector {
    const own = options.connectors.peek().find(({ type }) => type === 'WALLET_CONNECT')
    if (!own)
      throw new BillfoldError(
        'wallet_missing',
        `${wallet.name} is not installed in this browser, and this page does not use WalletConnect.`,
      )
    const { id: explorerId, name, image_url: imageUrl, image_id: imageId } = wallet
    const link = isPhone() ? getWalletLink(wallet, 'mobile', sources.shell) : undefined
    return {
      ...own,
      name,
      wallet,
      explorerId,
      ...(imageId && { imageId }),
      ...(imageUrl && { imageUrl }),
      ...(link && { link }),
    }
  }

  function ask(ways: readonly Connector[], signal: AbortSignal | undefined): Promise<ConnectedAccount> {
    const { account, open: isOpen, router, close } = sources.shell
    const asked = connectMultiChain(ways, { account, isOpen, router, close, open: options.open }, signal)
    // After the modal closes, the page draws its own views again.
    void when(() => !isOpen.value).then(onDraw)
    return asked
  }

  function getLink(wallet: Wallet, uri: string): string | undefined {
    const kinds: LinkKind[] = isPhone() ? ['mobile', 'web'] : ['desktop', 'web']
    const [base] = kinds.flatMap((kind) => getWalletLink(wallet, kind, sources.shell) ?? [])
    return base && formatDeepLink(base, uri, readDevice())
  }

  async function connect(
    wallet: Connector | Wallet,
    { signal, network }: ConnectOptions = {},
  ): Promise<ConnectedAccount> {
    const wanted = network && findNetwork(network)
    draw()
    const ways = toWays(wallet)
    if (ways.length > 1 && !wanted) return ask(ways, signal)
    const connector =
      ways.find(({ namespaces }) => !wanted || namespaces.includes(wanted.chainNamespace)) ?? ways[0]!
    const { chain: namespace, provider, wallet: listed } = connector
    const before = sources.shell.account.peek()
    const find = () =>
      attempts.value.find(
        ({ connector: one }) =>
          one.provider === provider && one.chain === namespace && one.wallet?.id === listed?.id,
      )
    const stop = () => find() && cancelAttempt(namespace)
    signal?.throwIfAborted()
    signal?.addEventListener('abort', stop)
    /**
     * The attempt to connect this wallet, in the attempt's current state. Undefined while no attempt for this wallet is
     * listed.
     */
    let last: Attempt | undefined
    let onEnd = () => {}
    const unfollow = effect(() => {
      last = find()
      if (last?.status !== 'waiting') onEnd()
    })
    try {
      // All directory wallets share one connector, so a new attempt cancels the previous one.
      if (!last) cancelAttempt(namespace)
      await connections.connect(connector, wanted)
      // An earlier call has sent the same request: both calls get the wallet's answer.
      if (last?.status === 'waiting') await new Promise<void>((resolve) => (onEnd = resolve))
    } finally {
      unfollow()
      signal?.removeEventListener('abort', stop)
    }
    if (last?.error) {
      const { code, message, ...more } = last.error
      throw new BillfoldError(code, message, more)
    }
    // Compare only the wallet: the active account may belong to any namespace of the wallet.
    const account = sources.shell.account.peek()
    const isNew = account !== before
    if (isNew && account.status === 'connected' && account.connector.provider === provider) return account
    throw new BillfoldError('aborted', `The connection to ${connector.name} was cancelled.`)
  }

  return {
    get connectors() {
      draw()
      return connectors
    },
    attempts,
    chain,
    connect,
    setActive,
    chooseAccount,
    getLink,
    wallets: (params) => topic('wallets', params),
    searchWallets: (search, given) => call('searchWallets', search, given),
    session: signIn?.state ?? signal<SignInState>({ status: 'nobody' }),
    signIn: async () => getSignIn().request(),
    signOut: async () => getSignIn().signOut(),
    snack: sources.shell.snacks.state,
    ...createMoney(sources.shell),
    updateAccount(namespace, { preferredAccountType }) {
      if (!namespace)
        throw new BillfoldError('chain_missing', 'Chain is required to update chain account data.')
      getAccount(namespace)
      preferred.choose(namespace, preferredAccountType)
    },
  }
}

/** Sending, swapping, buying and names, each in a chunk of its own. */
function createMoney(shell: Shell): Pick<Headless, 'send' | 'swap' | 'onramp' | 'names'> {
  const send = lazy(
    () => import('../payments/page-send.ts'),
    ({ createPageSend }) => createPageSend(shell),
  )
  const swap = lazy(
    () => import('../payments/page-swap.ts'),
    ({ createPageSwap }) => createPageSwap(shell),
  )
  const onramp = lazy(
    () => import('../onramp/page-onramp.ts'),
    ({ createPageOnRamp }) => createPageOnRamp(shell),
  )
  const names = lazy(
    () => import('../names/page-names.ts'),
    ({ createPageNames }) => createPageNames(shell),
  )
  return { send: send.load, swap: swap.load, onramp: onramp.load, names: names.load }
}
