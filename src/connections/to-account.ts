import { getNamespace, isSameOwner, type Namespace } from '../core/chains/caip.ts'
import type { Network } from '../core/chains/networks.ts'
import type { ConnectedAccount } from '../wallets/account.ts'
import type { Choice } from './account-choice.ts'
import type { Connector } from '../wallets/connector.ts'
import type { WalletAccount, WalletAccounts } from '../wallets/wallet-accounts.ts'

interface Page {
  networks: readonly Network[]
  allowUnsupportedChain?: boolean | undefined
  /** The preferred account type. */
  type?: WalletAccount['purpose'] | undefined
  /** The account that the person has chosen among those of the preferred type. */
  chosen?: Choice | undefined
}

/** The connected account from what a wallet shares. Undefined if the wallet shares no account in the namespace. */
export function toAccount(
  connector: Connector,
  walletAccounts: readonly WalletAccounts[],
  namespace: Namespace,
  page: Page,
): ConnectedAccount | undefined {
  const found = walletAccounts.find(({ caipNetworkId }) => getNamespace(caipNetworkId) === namespace)
  if (!found) return undefined
  const { caipNetworkId, approved } = found
  const accounts = putChosenFirst(putTypeFirst(found.accounts, page.type), page.chosen, found.accounts[0])
  const { caipAddress, address } = accounts[0]
  const network = page.networks.find((one) => one.caipNetworkId === caipNetworkId)
  return {
    status: 'connected',
    connector: connector.type === 'WALLET_CONNECT' ? toPeer(connector) : connector,
    caipAddress,
    address,
    caipNetworkId,
    network,
    ...(approved && { approved }),
    ...(network || page.allowUnsupportedChain ? {} : { unsupported: true }),
    allAccounts: accounts,
  }
}

/** Takes name and icon from the provider object, since the WalletConnect connector serves many wallets. */
function toPeer(connector: Connector): Connector {
  const { name, icon } = connector.provider as { name?: string; icon?: string }
  return { ...connector, ...(name && { name }), ...(icon && { imageUrl: icon }) }
}

type Accounts = WalletAccounts['accounts']

function putTypeFirst(accounts: Accounts, type: Page['type']): Accounts {
  return putFirst(
    accounts,
    accounts.find(({ purpose }) => purpose === type),
  )
}

/** @param active the wallet's own first account */
function putChosenFirst(accounts: Accounts, chosen: Choice | undefined, active: WalletAccount): Accounts {
  if (!chosen || !isSameOwner(chosen.over, active.caipAddress)) return accounts
  const [{ purpose }] = accounts
  const isChosen = (one: WalletAccount) =>
    one.purpose === purpose && isSameOwner(one.caipAddress, chosen.caipAddress)
  return putFirst(accounts, accounts.find(isChosen))
}

function putFirst(accounts: Accounts, wanted: WalletAccount | undefined): Accounts {
  return wanted ? [wanted, ...accounts.filter((other) => other !== wanted)] : accounts
}
