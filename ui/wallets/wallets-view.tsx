/** The connected wallets. Offers to select an account, add a wallet, or disconnect one. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import type { WalletAccount } from '../../src/wallets/wallet-accounts.ts'
import { getNamespace } from '../../src/core/chains/caip.ts'
import { shortAddress } from '../../src/core/chains/address.ts'
import { nameWallet } from '../../src/wallets/name-wallet.ts'
import { Avatar } from '../components/avatar.tsx'
import leafCss from '../components/leaf.css?inline'
import { Button, IconButton } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { texts as names } from '../connect/texts.ts'
import { addSheet } from '../base/sheets.ts'
import { useShell } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import type { ViewDefinition } from '../base/view.ts'
import { chooseAccountType } from './choose-account-type.ts'
import { texts } from './texts.ts'
import css from './wallets.css?inline'

addSheet(leafCss)
addSheet(css)

export const view: ViewDefinition<'Wallets'> = {
  title: () => texts.wallets,
  next: ['Connect'],
  View: Wallets,
}

function Wallets() {
  useSignals()
  const shell = useShell()
  const [leaving, setLeaving] = useState(false)
  const wallets = groupByWallet(shell.accounts.value)

  async function leaveAll(): Promise<void> {
    setLeaving(true)
    await shell.disconnect()
    setLeaving(false)
  }

  return (
    <div className="body wallets">
      {wallets.map((accounts) => (
        <Wallet key={accounts[0].caipAddress} accounts={accounts} />
      ))}
      <Button icon="wallet" onClick={() => shell.router.push('Connect')}>
        {texts.add}
      </Button>
      {wallets.length > 1 && (
        <Button kind="quiet-danger" icon="power" busy={leaving} onClick={() => void leaveAll()}>
          {leaving ? texts.disconnecting : texts.disconnectAll}
        </Button>
      )}
    </div>
  )
}

/** Accounts of one wallet. They have the same provider, so they are disconnected together. */
type OfWallet = readonly [ConnectedAccount, ...ConnectedAccount[]]

function groupByWallet(accounts: readonly ConnectedAccount[]): OfWallet[] {
  const wallets = new Map<unknown, [ConnectedAccount, ...ConnectedAccount[]]>()
  for (const account of accounts) {
    const { provider } = account.connector
    const known = wallets.get(provider)
    if (known) known.push(account)
    else wallets.set(provider, [account])
  }
  return [...wallets.values()]
}

function Wallet({ accounts }: { accounts: OfWallet }) {
  const { forget } = useShell()
  const [first] = accounts
  const { imageUrl } = first.connector
  const name = nameWallet(first.connector)
  const chains = accounts.map((account) => names.chains[getNamespace(account.caipNetworkId)]).join(', ')
  return (
    <div className="leaf" part="leaf">
      <div className="wallet-head">
        <Mark name={name} url={imageUrl} size={32} shape="square" />
        <div className="row-text">
          <bdi className="row-title strong" title={name}>
            {name}
          </bdi>
          <span className="row-detail">{chains}</span>
        </div>
        <IconButton
          icon="power"
          label={t(texts.disconnect, { wallet: name })}
          onClick={() => void forget(getNamespace(first.caipNetworkId))}
        />
      </div>
      <div className="crease" />
      <div className="wallet-accounts" role="list" aria-label={t(texts.accounts, { wallet: name })}>
        {accounts.flatMap((account) =>
          sortAccounts(account).map((one) => (
            <div key={one.caipAddress} role="listitem">
              <AccountRow account={account} one={one} withChain={accounts.length > 1} />
            </div>
          )),
        )}
      </div>
    </div>
  )
}

interface AccountRowProps {
  account: ConnectedAccount
  /** One of the accounts that the wallet has in this namespace. */
  one: WalletAccount
  /** Whether the wallet has accounts in several namespaces. */
  withChain: boolean
}

function AccountRow({ account, one, withChain }: AccountRowProps) {
  useSignals()
  const shell = useShell()
  const { caipAddress, allAccounts } = account
  const now = shell.account.value
  const isUsed = one.caipAddress === caipAddress
  const isActive = isUsed && now.status === 'connected' && now.caipAddress === caipAddress
  const name = isUsed ? shell.topic('identity', { account: caipAddress }).value.data?.name : undefined
  const isOfKinds = allAccounts.some(({ purpose }) => purpose !== one.purpose)
  const kind = isOfKinds ? texts.kinds[one.purpose] : undefined
  const short = shortAddress(one.address)
  const chain = names.chains[getNamespace(one.caipAddress)]

  async function choose(): Promise<void> {
    const namespace = getNamespace(caipAddress)
    const used = allAccounts.find((other) => other.caipAddress === caipAddress)
    if (one.purpose !== used?.purpose) await chooseAccountType(shell, account, one)
    if (!isUsed) shell.chooseAccount(one.caipAddress)
    shell.setActive(namespace)
  }

  const content = (
    <>
      <span className={withChain ? 'mark-on' : undefined}>
        <Avatar address={one.address} size={36} />
        {withChain && <Mark name={chain} url={account.network?.imageUrl} size={16} shape="round" />}
      </span>
      <span className="row-text">
        <bdi className={name || kind ? 'row-title' : 'row-title mono'}>{kind ?? name ?? short}</bdi>
        {(name || kind || withChain) && (
          <span className="row-detail">
            {withChain && <span className="chain">{chain}</span>}
            {(name || kind) && (
              <bdi className="mono" dir="ltr">
                {short}
              </bdi>
            )}
          </span>
        )}
      </span>
      {(isActive || (kind && isUsed)) && (
        <span className="selected">
          {isActive && <Icon name="check" size={18} />}
          {texts.selected}
        </span>
      )}
    </>
  )
  return (
    <button
      type="button"
      className="row"
      part="account"
      aria-current={isActive || undefined}
      title={one.address}
      onClick={() => void choose()}
    >
      {content}
    </button>
  )
}

const kinds = Object.keys(texts.kinds)

/** Sorts a wallet's accounts in an order that does not depend on which account is in use. */
function sortAccounts({ allAccounts }: ConnectedAccount): WalletAccount[] {
  const getRank = ({ purpose }: WalletAccount) => kinds.indexOf(purpose)
  const getOrder = (one: WalletAccount, other: WalletAccount) =>
    one.caipAddress < other.caipAddress ? -1 : Number(one.caipAddress > other.caipAddress)
  return [...allAccounts].sort((one, other) => getRank(one) - getRank(other) || getOrder(one, other))
}
