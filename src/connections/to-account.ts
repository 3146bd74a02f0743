import { getNamespace, isSameOwner, type Namespace } from '../core/chains/caip.ts'
import type { Network } from '../core/chains/networks.ts'
import type { ConnectedAccount } from '../wallets/account.ts'
import type { Choice } from './account-choice.ts'
import type { Connector } from '../wallets/connector.ts'
import type { WalletAccount, WalletAccounts } from '../wallets/wallet-accounts.ts'

interface Page {
  networks: readonly Network[]
  allowUnsupportedChain?: boolean | undefined
  /** The preferred type of account, if the wallet has one. */
  type?: WalletAccount['purpose'] | undefined
  /** The chosen account among those of that type. */
  chosen?: Choice | undefined
}

/** A wallet's shared accounts in one namespace, as people see them; undefined if there are none. */
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

/** Takes name and icon from the provider object if it has them: WalletConnect and the sign-in site serve many wallets. */
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
