/** All that is known of one namespace, under the names that the specification gives it. Nothing is kept here: it is read anew. */
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

export interface Chain {
  /** The connected account. Makes no request. */
  readonly connection: Readable<AccountState>
  /** While somebody follows it, balances and names are kept up to date. */
  readonly account: Readable<ChainAccountState>
  readonly network: Readable<ChainNetworkState>
  readonly progress: Readable<Progress>
}

/** Unknown values are undefined. */
export interface ChainAccountState {
  status: AccountState['status']
  /** CAIP-10. */
  caipAddress: CaipAddress | undefined
  /** Of the preferred type where the wallet has one; as the wallet gave it. */
  address: string | undefined
  allAccounts: readonly WalletAccount[]
  preferredAccountTypes: AccountTypes
  /** Every digit: of the native token, or of the token that the option `tokens` names. */
  balance: string | undefined
  balanceSymbol: string | undefined
  /** The first hundred. */
  tokenBalance: readonly TokenBalanceRow[] | undefined
  profileName: string | undefined
  /** https. */
  profileImage: string | undefined
  addressExplorerUrl: string | undefined
  connectedWalletInfo: { name: string; icon: string | undefined; rdns: string | undefined } | undefined
  /** Whose account somebody has signed in with, in the words of `features.socials`: `google`, `x`, … */
  socialProvider: string | undefined
  /** Of who has signed in by email or a social account, as far as the sign-in site says it. */
  user: { email: string | undefined; userName: string | undefined } | undefined
  /** The provider's window, while somebody signs in with a social account in the modal; else undefined. */
  socialWindow: Window | undefined
  /** The URI that a phone with Farcaster opens, while the modal waits for it; else undefined. */
  farcasterUrl: string | undefined
  /**
   * Whether the contract of the smart account exists: by the sign-in site's word for email and social accounts, by the network's
   * node for other wallets. Undefined for an account without a smart account, and while that is not known.
   */
  smartAccountDeployed: boolean | undefined
  /** Of the modal's account view: 0 tokens, 1 NFTs, 2 activity. Undefined while no wallet is connected. */
  currentTab: number | undefined
}

export interface ChainNetworkState {
  /** The wallet's network; undefined if the page did not name it. */
  caipNetwork: Network | undefined
  /** Whether the wallet can be asked to switch to any network; true while disconnected. */
  supportsAllNetworks: boolean
  /**
   * Networks of the page (CAIP-2) on which who signed in by email or a social account can use a smart account: those that the
   * sign-in site names, and the one where they have one. Empty for any other wallet.
   */
  smartAccountEnabledNetworks: readonly CaipNetworkId[]
  /** The page's networks that the wallet supports. Undefined for a wallet that can be asked to switch to any. */
  approvedCaipNetworkIds: readonly CaipNetworkId[] | undefined
  /** The page's networks. */
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
  /** The balance of an account, as one signal for as long as the account stays the same. */
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

/** The person, if signed in by email or a social account. */
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
