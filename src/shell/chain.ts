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
  /** Every digit: of the network's own coin, or of the token that the option `tokens` names. */
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
  /** These two are the modal's own, while somebody signs in there. */
  socialWindow: undefined
  farcasterUrl: undefined
  /** Undefined: accounts by email or social login are plain accounts. */
  smartAccountDeployed: undefined
  /** A tab is the modal's own. */
  currentTab: undefined
}

export interface ChainNetworkState {
  /** Where the wallet is; undefined on a network that the page did not name. */
  caipNetwork: Network | undefined
  /** Whether the wallet can be asked to switch to any network; true while disconnected. */
  supportsAllNetworks: boolean
  /**
   * Networks of the page (CAIP-2) on which who signed in by email or a social account can use a smart account: those that the
   * sign-in site names, and the one where they have one. Empty for any other wallet.
   */
  smartAccountEnabledNetworks: readonly CaipNetworkId[]
  /** Those of the page that the wallet can be on. Undefined for one that may be asked to go to any. */
  approvedCaipNetworkIds: readonly CaipNetworkId[] | undefined
  /** Those of the page. */
  requestedCaipNetworks: readonly Network[]
}

export interface ChainSources {
  shell: Pick<Shell, 'topic' | 'call'>
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
  /** What an account holds, as one signal for as long as it is the same account. */
  const data = computed(() => {
    const state = getAccount(namespace)
    return state.status === 'connected' ? createData(state.caipAddress, sources) : undefined
  })
  return {
    connection: computed(() => getAccount(namespace)),
    account: computed(() => {
      const state = getAccount(namespace)
      const base = { ...NOBODY, status: state.status, preferredAccountTypes: preferred.value }
      if (state.status !== 'connected') return base
      return { ...base, ...toWho(state), ...toUser(state), ...data.value?.read() }
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

function toWho({ connector, network, allAccounts, address, caipAddress }: ConnectedAccount) {
  const { name, imageUrl, info } = connector
  return {
    address,
    caipAddress,
    allAccounts,
    addressExplorerUrl: explorerLink(network, 'address', address),
    connectedWalletInfo: { name, icon: imageUrl, rdns: info?.rdns },
  }
}

/** The person, if signed in by email or a social account. */
function toUser({ connector: { type, provider } }: ConnectedAccount) {
  const login = type === 'AUTH' ? (provider as AuthProvider).getLogin() : undefined
  if (!login) return undefined
  const { by, email, userName } = login
  return { socialProvider: by === 'email' ? undefined : by, user: { email, userName } }
}

/** What the sign-in site says of networks. May read signals. */
interface NetworkNamer {
  /** EIP-155. Absent where the site is not asked. */
  getSmartAccountNetworks?(): readonly number[]
}

function toSmartNetworks(state: AccountState, networks: readonly Network[]): readonly CaipNetworkId[] {
  if (state.status !== 'connected' || state.connector.type !== 'AUTH') return []
  const named = (state.connector.provider as NetworkNamer).getSmartAccountNetworks?.() ?? []
  const hasSmart = state.allAccounts.some(({ purpose }) => purpose === 'smartAccount')
  const isSmart = ({ id, chainNamespace, caipNetworkId }: Network) =>
    chainNamespace === 'eip155' &&
    (named.includes(Number(id)) || (hasSmart && caipNetworkId === state.caipNetworkId))
  return networks.filter(isSmart).map(({ caipNetworkId }) => caipNetworkId)
}

const MOST_TOKENS = 100

function createData(caipAddress: CaipAddress, { shell }: ChainSources) {
  const params = { account: caipAddress }
  const rows = createRows(shell, 'portfolio', params, 0, MOST_TOKENS)
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
