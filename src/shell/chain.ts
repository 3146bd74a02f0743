/** The headless state of one namespace, with the names of docs/specification.md. Derived from other state on each read. */
import { computed } from '@preact/signals-core'
import type { AccountState, ConnectedAccount } from '../wallets/account.ts'
import type { Progress } from '../connections/connections.ts'
import type { WalletAccount } from '../wallets/wallet-accounts.ts'
import type { CaipAddress, CaipNetworkId, Namespace } from '../core/chains/caip.ts'
import { explorerLink } from '../core/chains/explorer-link.ts'
import type { Network } from '../core/chains/networks.ts'
import { getOwnBalance, type TokenBalanceRow } from '../core/assets/portfolio.ts'
import type { AuthProvider } from '../wallets/auth/connector.ts'
import { createRows } from '../worker-link/rows.ts'
import { getShownState } from '../base/shown-state.ts'
import { isSmartAccount, readSmartAccounts } from '../base/smart-accounts.ts'
import type { AccountTypes, PreferredTypes } from '../wallets/account-types.ts'
import type { Readable } from '../base/readable.ts'
import type { Shell } from './shell.ts'

/** The state of one namespace. @see `Headless.chain` */
export interface Chain {
  /** The connected account alone, without requests for its data. */
  readonly connection: Readable<AccountState>
  /** The account with its data; balances and name are kept up to date while this signal has a subscriber. */
  readonly account: Readable<ChainAccountState>
  readonly network: Readable<ChainNetworkState>
  /** Whether a wallet is being connected, disconnected or asked to switch networks. */
  readonly progress: Readable<Progress>
}

/** The account of a namespace. Unless noted, fields are undefined while disconnected and while their value is unknown. */
export interface ChainAccountState {
  status: AccountState['status']
  /** CAIP-10, eip155 addresses in lower case. */
  caipAddress: CaipAddress | undefined
  /**
   * The address as the wallet spells it. If the wallet has an account of the preferred type, the address of that
   * account.
   */
  address: string | undefined
  /** All accounts that the wallet shared in this namespace, the active one first. Empty while disconnected. */
  allAccounts: readonly WalletAccount[]
  /** The chosen or default account type of each namespace. */
  preferredAccountTypes: AccountTypes
  /**
   * Balance of the native token, or of the token that the option `tokens` names. Decimal text with all digits, such as
   * `0.512`; not base units.
   */
  balance: string | undefined
  /** Symbol of the token in `balance`. */
  balanceSymbol: string | undefined
  /** The first 100 tokens of the account. */
  tokenBalance: readonly TokenBalanceRow[] | undefined
  /** The account's name, for example an ENS name. */
  profileName: string | undefined
  /** https URL of the account's avatar. */
  profileImage: string | undefined
  /** URL of the account's web page in the network's explorer. */
  addressExplorerUrl: string | undefined
  /** `icon`: image URL or data URI. `rdns`: only of wallets that announce it (EIP-6963). */
  connectedWalletInfo: { name: string; icon: string | undefined; rdns: string | undefined } | undefined
  /** The social provider of the sign-in, as `features.socials` names it: `google`, `x`, … Undefined for other wallets. */
  socialProvider: string | undefined
  /**
   * Email address and name of the person who signed in by email or a social account, if the sign-in site tells them.
   * Undefined for other wallets.
   */
  user: { email: string | undefined; userName: string | undefined } | undefined
  /** The provider's window, while a person signs in with a social account in the modal; else undefined. */
  socialWindow: Window | undefined
  /** The URI that Farcaster on a phone opens, while the modal waits for the sign-in; else undefined. */
  farcasterUrl: string | undefined
  /**
   * Whether the contract of the smart account is deployed. Source: the sign-in site for email and social accounts, the node for
   * other wallets. Undefined without a smart account.
   */
  smartAccountDeployed: boolean | undefined
  /** The open tab of the modal's account view: 0 tokens, 1 NFTs, 2 activity. */
  currentTab: number | undefined
}

/** The networks of a namespace. */
export interface ChainNetworkState {
  /** The wallet's network; undefined if the page did not name it. */
  caipNetwork: Network | undefined
  /** Whether the wallet can be asked to switch to any network; true while disconnected. */
  supportsAllNetworks: boolean
  /**
   * The page's networks (CAIP-2) on which a person signed in by email or a social account can use a smart account: those that
   * the sign-in site names, and the current network of an existing smart account. Empty for other wallets.
   */
  smartAccountEnabledNetworks: readonly CaipNetworkId[]
  /** The page's networks (CAIP-2) that the wallet supports. Undefined if the wallet can be asked to switch to any network. */
  approvedCaipNetworkIds: readonly CaipNetworkId[] | undefined
  /** The page's networks of this namespace. */
  requestedCaipNetworks: readonly Network[]
}

export interface ChainSources {
  shell: Pick<Shell, 'topic' | 'call' | 'router'>
  networks: readonly Network[]
  preferred: PreferredTypes
  /** @throws adapter_missing */
  getAccount(namespace: Namespace): AccountState
  getProgress(namespace: Namespace): Progress
}

/** @throws adapter_missing */
export function createChain(namespace: Namespace, sources: ChainSources): Chain {
  const { networks, preferred, getAccount, getProgress } = sources
  getAccount(namespace)
  /** Created once for each account, so that its topics keep their subscriptions. */
  const data = computed(() => {
    const state = getAccount(namespace)
    return state.status === 'connected' ? createData(state.caipAddress, sources) : undefined
  })
  return {
    connection: computed(() => getAccount(namespace)),
    account: computed(() => {
      const state = getAccount(namespace)
      const { socialWindow, farcasterUrl, tab } = getShownState(sources.shell)
      const base = {
        ...NOBODY,
        status: state.status,
        preferredAccountTypes: preferred.value,
        socialWindow: socialWindow.value,
        farcasterUrl: farcasterUrl.value,
      }
      if (state.status !== 'connected') return base
      const currentTab = tab.value?.account === state.caipAddress ? tab.value.index : 0
      const who = { ...toWho(readSmartAccounts(state, sources.shell)), ...toUser(state) }
      return { ...base, currentTab, ...who, ...data.value?.read() }
    }),
    network: computed(() => {
      const state = getAccount(namespace)
      const { network, approved } = state.status === 'connected' ? state : NOWHERE
      return {
        caipNetwork: network,
        supportsAllNetworks: !approved,
        smartAccountEnabledNetworks: toSmartNetworks(state, networks),
        approvedCaipNetworkIds: approved,
        requestedCaipNetworks: networks.filter(({ chainNamespace }) => chainNamespace === namespace),
      }
    }),
    progress: computed(() => getProgress(namespace)),
  }
}

function toWho(account: ConnectedAccount) {
  const { connector, network, allAccounts, address, caipAddress } = account
  const { name, imageUrl, info } = connector
  return {
    address,
    caipAddress,
    allAccounts,
    addressExplorerUrl: explorerLink(network, 'address', address),
    connectedWalletInfo: { name, icon: imageUrl, rdns: info?.rdns },
    smartAccountDeployed: isSmartAccount(account) || undefined,
  }
}

/** The fields about a person who signed in by email or a social account; undefined for other wallets. */
function toUser({ connector: { type, provider }, allAccounts }: ConnectedAccount) {
  if (type !== 'AUTH') return undefined
  const site = provider as AuthProvider
  const login = site.getLogin()
  if (!login) return undefined
  const { by, email, userName } = login
  const hasSmart = allAccounts.some(({ purpose }) => purpose === 'smartAccount')
  return {
    socialProvider: by === 'email' ? undefined : by,
    user: { email, userName },
    smartAccountDeployed: hasSmart ? site.isDeployed?.() : undefined,
  }
}

function toSmartNetworks(state: AccountState, networks: readonly Network[]): readonly CaipNetworkId[] {
  if (state.status !== 'connected' || state.connector.type !== 'AUTH') return []
  const named = (state.connector.provider as AuthProvider).getSmartAccountNetworks?.() ?? []
  const hasSmart = state.allAccounts.some(({ purpose }) => purpose === 'smartAccount')
  const isSmart = ({ id, chainNamespace, caipNetworkId }: Network) =>
    chainNamespace === 'eip155' &&
    (named.includes(Number(id)) || (hasSmart && caipNetworkId === state.caipNetworkId))
  return networks.filter(isSmart).map(({ caipNetworkId }) => caipNetworkId)
}

const MAX_TOKENS = 100

function createData(caipAddress: CaipAddress, { shell }: ChainSources) {
  const params = { account: caipAddress }
  const rows = createRows(shell, 'portfolio', params, 0, MAX_TOKENS)
  return {
    read() {
      const { name, avatarUrl } = shell.topic('identity', params).value.data ?? {}
      const tokenBalance = rows.value.data?.filter((row) => row !== undefined)
      const head = shell.topic('portfolio', params).value.data
      const own = head && getOwnBalance(head)
      return {
        balance: own?.full,
        balanceSymbol: own?.symbol,
        tokenBalance,
        profileName: name,
        profileImage: avatarUrl,
      }
    },
  }
}

const NOWHERE: Partial<ConnectedAccount> = {}

const NOBODY: Omit<ChainAccountState, 'status' | 'preferredAccountTypes'> = {
  caipAddress: undefined,
  address: undefined,
  allAccounts: [],
  balance: undefined,
  balanceSymbol: undefined,
  tokenBalance: undefined,
  profileName: undefined,
  profileImage: undefined,
  addressExplorerUrl: undefined,
  connectedWalletInfo: undefined,
  socialProvider: undefined,
  socialWindow: undefined,
  farcasterUrl: undefined,
  user: undefined,
  smartAccountDeployed: undefined,
  currentTab: undefined,
}
