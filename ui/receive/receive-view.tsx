/** The account's full address as text and QR code, with the networks that can use it. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import { readSmartAccounts } from '../../src/base/smart-accounts.ts'
import { getNamespace } from '../../src/core/chains/caip.ts'
import type { Network } from '../../src/core/chains/networks.ts'
import { Avatar } from '../components/avatar.tsx'
import { Address } from '../components/whole-address.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { QrCode } from '../components/qr-code.tsx'
import { Trans } from '../components/trans.tsx'
import { nameNetwork } from '../components/name-network.ts'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import type { ViewDefinition } from '../base/view.ts'
import { listCompatible } from '../../src/wallets/list-compatible.ts'
import css from './receive.css?inline'
import { texts } from './texts.ts'

addSheet(css)

/** Upper limit of the pictures that are shown for the networks of the address. */
const MAX_MARKS = 5

export const view: ViewDefinition<'WalletReceive'> = {
  title: () => texts.title,
  next: ['WalletCompatibleNetworks'],
  View: Receive,
}

function Receive() {
  useSignals()
  const shell = useShell()
  const state = shell.account.value
  if (state.status !== 'connected') return null
  const account = readSmartAccounts(state, shell)
  const { address } = account
  return (
    <div className="body receive">
      <div className="receive-paper">
        <QrCode text={address} label={texts.code}>
          <Avatar address={address} size={48} />
        </QrCode>
        <Address address={address} />
      </div>
      <CopyButton text={address} what="address" kind="secondary" label={texts.copy} />
      <Where account={account} networks={listCompatible(account, shell.networks)} />
      <p className="alert warn">
        <Icon name="warn" />
        <span>
          <Caution account={account} />
        </span>
      </p>
    </div>
  )
}

/** The networks of the address. If there are several networks, pressing them opens their list. */
function Where({ account, networks }: { account: ConnectedAccount; networks: readonly Network[] }) {
  const { router } = useShell()
  const marks = (
    <span className="stack">
      {networks.slice(0, MAX_MARKS).map(({ caipNetworkId, name, imageUrl }) => (
        <Mark key={caipNetworkId} name={name} url={imageUrl} size={22} shape="round" />
      ))}
    </span>
  )
  if (networks.length < 2)
    return (
      <div className="row where">
        {marks}
        <span>
          <Trans message={texts.onlyOn} network={<bdi>{nameOf(account)}</bdi>} />
        </span>
      </div>
    )
  return (
    <button
      type="button"
      className="row where"
      part="row"
      onClick={() => router.push('WalletCompatibleNetworks')}
    >
      {marks}
      <span>{t(texts.worksOn, { n: networks.length })}</span>
      <Icon name="right" size={18} />
    </button>
  )
}

function Caution({ account }: { account: ConnectedAccount }) {
  const text: Readonly<Record<string, string>> = texts.caution
  return (
    text[getNamespace(account.caipAddress)] ?? (
      <Trans message={texts.cautionElsewhere} network={<bdi>{nameOf(account)}</bdi>} />
    )
  )
}

function nameOf({ network, caipNetworkId }: ConnectedAccount): string {
  return network?.name ?? nameNetwork(caipNetworkId)
}
