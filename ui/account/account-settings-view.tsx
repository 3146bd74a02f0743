/** The account's settings: its address, network, sign-in and wallets, and the button to disconnect. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useState } from 'react'
import type { IconName } from '../../src/base/icon-name.ts'
import type { ProfileAttribute } from '../../src/core/assets/identity.ts'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import { getNamespace } from '../../src/core/chains/caip.ts'
import { Address } from '../components/whole-address.tsx'
import { Avatar } from '../components/avatar.tsx'
import { Button } from '../components/button.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { Icon } from '../components/icon.tsx'
import leafCss from '../components/leaf.css?inline'
import { Mark } from '../components/mark.tsx'
import { Trans } from '../components/trans.tsx'
import { nameNetwork } from '../components/name-network.ts'
import { type ErrorRecord, toErrorRecord } from '../../src/core/base/errors.ts'
import type { SignIn } from '../../src/siwx/sign-in.ts'
import { explorerLink } from '../../src/core/chains/explorer-link.ts'
import { nameWallet } from '../../src/wallets/name-wallet.ts'
import { useShell } from '../base/shell-context.ts'
import { chooseAccountType } from '../wallets/choose-account-type.ts'
import { addSheet } from '../base/sheets.ts'
import type { ViewDefinition } from '../base/view.ts'
import css from './account-settings.css?inline'
import { texts } from './texts.ts'
import whoCss from './who.css?inline'

addSheet(leafCss)
addSheet(whoCss)
addSheet(css)

export const view: ViewDefinition<'AccountSettings'> = {
  title: () => texts.account,
  next: ['Networks', 'Wallets', 'SpendingCaps'],
  View: AccountSettings,
}

function AccountSettings() {
  useSignals()
  const shell = useShell()
  const [leaving, setLeaving] = useState(false)
  const account = shell.account.value
  if (account.status !== 'connected') return null
  const { address, caipAddress, network, connector } = account
  const { data: identity, status } = shell.topic('identity', { account: caipAddress }).value
  const name = identity?.name
  /** Whether the network supports names and the account certainly has none. */
  const isNameless =
    network?.chainNamespace === 'eip155' && identity?.unusualName === false && !name && status !== 'failed'
  const explorer = explorerLink(network, 'address', address)

  async function leave(): Promise<void> {
    setLeaving(true)
    await shell.disconnect(getNamespace(caipAddress))
    setLeaving(false)
  }

  return (
    <>
      <div className="body settings">
        <div className="leaf" part="leaf">
          <div className="pad">
            <div className="who">
              <Avatar address={address} size={44} url={identity?.avatarUrl} />
              <div className="row-text">
                {name && (
                  <bdi className="row-title strong" title={name}>
                    {name}
                  </bdi>
                )}
                <bdi className={name ? 'row-detail' : 'row-title'}>
                  <Trans message={texts.connectedWith} wallet={<bdi>{nameWallet(connector)}</bdi>} />
                </bdi>
              </div>
            </div>
            <Address address={address} />
            {identity?.attributes && <Profile attributes={identity.attributes} />}
          </div>
          <div className="crease" />
          <div className="halves">
            <CopyButton text={address} what="address" label={texts.copy} />
            {explorer && (
              <a
                className="button quiet"
                part="button quiet"
                href={explorer}
                target="_blank"
                rel="noopener noreferrer"
              >
                <Icon name="external" size={18} />
                {texts.explorer}
              </a>
            )}
          </div>
        </div>
      </div>
      <div className="list">
        {isNameless && <Link icon="spark" name={texts.chooseAName} view="ChooseAccountName" />}
        <NetworkFact account={account} />
        <TypeFact account={account} />
        <SignedIn />
        <Link
          icon="wallet"
          name={shell.accounts.value.length > 1 ? texts.wallets : texts.wallet}
          view="Wallets"
        >
          <Mark name={nameWallet(connector)} url={connector.imageUrl} size={18} shape="square" />
          <bdi>{nameWallet(connector)}</bdi>
        </Link>
        {getNamespace(caipAddress) === 'eip155' && (
          <Link icon="approve" name={texts.spendingCaps} view="SpendingCaps" />
        )}
      </div>
      <div className="body">
        <Button kind="quiet-danger" icon="power" busy={leaving} onClick={() => void leave()}>
          {leaving ? texts.disconnecting : texts.disconnect}
        </Button>
        <p className="forgets">{connector.type === 'AUTH' ? texts.signsOut : texts.forgets}</p>
      </div>
    </>
  )
}

/** Shows whether the account is a standard or a smart account, with a button to switch. */
function TypeFact({ account }: { account: ConnectedAccount }) {
  const shell = useShell()
  const { allAccounts, caipAddress } = account
  const used = allAccounts.find((one) => one.caipAddress === caipAddress)
  const wanted = used?.purpose === 'smartAccount' ? 'eoa' : 'smartAccount'
  const other = allAccounts.find(({ purpose }) => purpose === wanted)
  if (!other || !used) return null
  return (
    <div className="row fact">
      <Icon name="flip" />
      <span>{used.purpose === 'smartAccount' ? texts.smartAccount : texts.plainAccount}</span>
      <span className="row-end">
        <Button small onClick={() => void chooseAccountType(shell, account, other)}>
          {wanted === 'eoa' ? texts.switchToPlain : texts.switchToSmart}
        </Button>
      </span>
    </div>
  )
}

/** The profile texts from the records of the account's name. */
function Profile({ attributes }: { attributes: readonly ProfileAttribute[] }) {
  return (
    <dl className="profile">
      {attributes.map(({ name, text, link }) => (
        <div key={name}>
          <dt>{nameAttribute(name)}</dt>
          <dd>
            {link ? (
              <a href={link} target="_blank" rel="noopener noreferrer nofollow">
                <bdi>{text}</bdi>
              </a>
            ) : (
              <bdi>{text}</bdi>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function nameAttribute(name: string): string {
  const names: Readonly<Record<string, string>> = texts.attributes
  const key = name.toLowerCase()
  return Object.hasOwn(names, key) ? names[key]! : name
}

/** The sign-in, if the person is signed in. Signing out keeps the connection. */
function SignedIn() {
  useSignals()
  const { signIn: lazy, router, snacks } = useShell()
  const [leaving, setLeaving] = useState(false)
  const signIn = lazy.current
  if (signIn?.state.value.status !== 'signed-in') return null

  async function signOut({ signOut: leave, isRequired }: SignIn): Promise<void> {
    setLeaving(true)
    try {
      await leave()
      if (isRequired()) router.reset('SIWXSignMessage')
    } catch (error) {
      snacks.show({ variant: 'error', message: texts.notSignedOut, detail: readPageError(error) })
    }
    setLeaving(false)
  }

  return (
    <div className="row fact">
      <Icon name="check" />
      <span>{texts.signedIn}</span>
      <span className="row-end">
        <Button small busy={leaving} onClick={() => void signOut(signIn)}>
          {leaving ? texts.signingOut : texts.signOut}
        </Button>
      </span>
    </div>
  )
}

interface LinkProps {
  icon: IconName
  name: string
  view: 'ChooseAccountName' | 'Wallets' | 'SpendingCaps'
  /** The current value of the setting. */
  children?: ReactNode
}

/** A row that opens a view. */
function Link({ icon, name, view, children }: LinkProps) {
  const { router } = useShell()
  return (
    <button type="button" className="row fact" part="fact" onClick={() => router.push(view)}>
      <Icon name={icon} />
      <span>{name}</span>
      <span className="row-end">
        {children}
        <Icon name="right" size={18} />
      </span>
    </button>
  )
}

/** The account's network. Opens the list of networks, unless the page disables it. */
function NetworkFact({ account: { network, caipNetworkId } }: { account: ConnectedAccount }) {
  const { router, enableNetworkSwitch } = useShell()
  const content = (
    <>
      <Icon name="globe" />
      <span>{texts.network}</span>
      <span className="row-end">
        {network && <Mark name={network.name} url={network.imageUrl} size={18} shape="round" />}
        <bdi>{network?.name ?? nameNetwork(caipNetworkId)}</bdi>
        {enableNetworkSwitch && <Icon name="right" size={18} />}
      </span>
    </>
  )
  if (!enableNetworkSwitch) return <div className="row fact">{content}</div>
  return (
    <button type="button" className="row fact" part="fact" onClick={() => router.push('Networks')}>
      {content}
    </button>
  )
}

/**
 * What to show about a failed sign-out. The page's own sign-out function may throw any error, whose message is shown
 * unchanged.
 */
function readPageError(error: unknown): string | ErrorRecord {
  const record = toErrorRecord(error)
  // oxlint-disable-next-line billfold/no-error-message
  return record.code === 'unexpected' ? record.message : record
}
