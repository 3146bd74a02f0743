/** The list of wallets to connect with. */
import { signal } from '@preact/signals-core'
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect, useState } from 'react'
import type { Connector, ConnectorType } from '../../src/wallets/connector.ts'
import { readRecentWallets } from '../../src/wallets/recent-wallets.ts'
import { getLocalStorage } from '../../src/base/storage.ts'
import { getNamespace, type Namespace } from '../../src/core/chains/caip.ts'
import type { Network } from '../../src/core/chains/networks.ts'
import type { Wallet } from '../../src/core/assets/wallet.ts'
import { isPhone } from '../../src/base/device.ts'
import type { ConnectorGroup } from '../../src/shell/options.ts'
import type { Routes } from '../../src/shell/routes.ts'
import { Button } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { Trans } from '../components/trans.tsx'
import { addSheet } from '../base/sheets.ts'
import { useShell } from '../base/shell-context.ts'
import { getSite } from '../base/site.ts'
import { t } from '../base/texts.ts'
import type { ViewDefinition } from '../base/view.ts'
import { chooseWallet, isServing, openInstalledWallets } from './choose-wallet.ts'
import css from './connect.css?inline'
import { Entry } from '../components/entry.tsx'
import { Footer } from './footer.tsx'
import {
  getWays,
  groupInstalled,
  groupWallets,
  type InstalledWallets,
} from '../../src/connections/group-wallets.ts'
import type * as More from './more.tsx'
import type * as Login from '../login/login-methods.tsx'
import { texts } from './texts.ts'

addSheet(css)

export const view: ViewDefinition<'Connect'> = {
  title: ({ metadata }) => t(texts.title, { site: metadata.name }),
  Mark: SiteMark,
  Detail: Domain,
  isTall: true,
  help: { view: 'WhatIsAWallet', question: () => texts.whatIsAWallet },
  next: ['ConnectingExternal', 'ConnectingMultiChain', 'AllWallets', 'WhatIsAWallet'],
  View: Connect,
}

/** The groups of the list, in the order of the specification. */
const groups: readonly ConnectorGroup[] = [
  'walletConnect',
  'recent',
  'injected',
  'featured',
  'custom',
  'external',
  'recommended',
]

/** Number of rows, including email and social logins, below which recommended wallets are added. */
const ENOUGH = 4

/** Height of a row. Rows that are loading take this space from the first render, so that no row moves under a finger. px */
const ROW = 56

/** Components that load after the first render; undefined until then. */
const more = signal<typeof More | undefined>(undefined)
/** Components for email and social logins; an empty object if their code could not be loaded. */
const login = signal<Partial<typeof Login> | undefined>(undefined)

function Connect({ data }: { data: Routes['Connect'] }) {
  useSignals()
  const shell = useShell()
  const { featuredWalletIds, customWallets } = shell
  const features = shell.features.value
  const wanted = data?.namespace
  const network = data?.network
  const [kept] = useState(() => readRecentWallets(getLocalStorage()))
  const recent = kept.filter((wallet) => shell.isListed(wallet.id) && isServing(wallet, wanted))
  const [isCollapsed, setCollapsed] = useState(features.collapseWallets)

  useEffect(() => {
    import('./more.tsx').then(
      (loaded) => void (more.value = loaded),
      () => {},
    )
  }, [])

  const ways = shell.connectors.value.flatMap(getWays)
  const connectors = ways.filter(({ namespaces }) => !wanted || namespaces.includes(wanted))
  const isType = (type: ConnectorType) => (connector: Connector) => connector.type === type
  const walletConnect = isPhone() ? undefined : connectors.find(isType('WALLET_CONNECT'))
  const external = connectors.filter(isType('EXTERNAL'))
  const auth = connectors.find(isType('AUTH'))
  const injected = groupInstalled(connectors)

  useEffect(() => {
    if (auth)
      import('../login/login-methods.tsx').then(
        (loaded) => void (login.value = loaded),
        () => void (login.value = {}),
      )
  }, [auth])
  // Show the names of chains only if the installed wallets have different chains.
  const isMixed = !wanted && new Set(injected.flat().flatMap(({ namespaces }) => namespaces)).size > 1
  const isWhole = features.allWallets !== false
  const named = featuredWalletIds.length + customWallets.length
  const { Methods, countLogins } = (auth && login.value) ?? {}
  const counts = {
    featured: featuredWalletIds.length,
    custom: customWallets.length,
    recommended: isWhole ? Math.max(0, ENOUGH - injected.length - named - (countLogins?.(features) ?? 0)) : 0,
  }
  const asked = features.connectorTypeOrder?.filter((group) => groups.includes(group)) ?? []
  const order = [...new Set([...asked, ...groups])]
  const { DirectoryRows: Rows, AllWalletsRow: All, Rest } = more.value ?? {}

  const toRow = (installed: InstalledWallets) => (
    <WalletRow
      key={installed[0].id}
      installed={installed}
      wanted={wanted}
      network={network}
      withChains={isMixed}
    />
  )

  function toRows(group: ConnectorGroup): ReactNode {
    switch (group) {
      case 'walletConnect':
        return walletConnect && <ElsewhereRow key={group} connector={walletConnect} />
      case 'recent':
        return recent.map((wallet) => <RecentRow key={wallet.id} wallet={wallet} network={network} />)
      case 'injected':
        return injected.map(toRow)
      case 'external':
        return groupWallets(external).map(toRow)
      default:
        return Rows ? (
          <Rows key={group} {...{ group, wanted, network, recent }} limit={counts[group]} />
        ) : (
          <div key={group} style={{ height: ROW * counts[group] }} />
        )
    }
  }

  const wallets = isCollapsed ? (
    <div className="body">
      <Button kind="primary" icon="wallet" onClick={() => setCollapsed(false)}>
        {texts.collapsed}
      </Button>
    </div>
  ) : (
    <div className="list" role="list" aria-label={texts.wallets}>
      {order.map(toRows)}
      {isWhole && (All ? <All /> : <div style={{ height: ROW }} />)}
    </div>
  )
  const hasWallets = isWhole || [...injected, ...external, ...recent].length + named > 0 || !!walletConnect
  const isPending = auth && !login.value

  return (
    <>
      {Methods ? (
        <Methods hasInjected={injected.length > 0} network={network} wallets={hasWallets && wallets} />
      ) : (
        !isPending && wallets
      )}
      {Rest && (
        <Rest wanted={wanted} isAlone={!walletConnect && connectors.length + recent.length + named === 0} />
      )}
      <Footer Consent={more.value?.Consent} />
    </>
  )
}

function SiteMark() {
  const { metadata } = useShell()
  const site = getSite(metadata)
  return <Mark name={site.name} url={site.iconUrl} size={40} shape="square" />
}

/** The site's domain. If it is long, it is cut at its start, since the end shows who owns the site. */
function Domain(): ReactNode {
  const { domain } = getSite(useShell().metadata)
  return (
    <div className="domain" title={domain}>
      <bdi dir="ltr">{domain}</bdi>
    </div>
  )
}

interface WalletRowProps {
  installed: InstalledWallets
  /** Namespace that the account must be of; undefined: any. */
  wanted: Namespace | undefined
  /** Network that the account must be on; undefined: any. */
  network: Network | undefined
  withChains: boolean
}

function WalletRow({ installed, wanted, network, withChains }: WalletRowProps) {
  useSignals()
  const shell = useShell()
  const [{ name, imageUrl, looksLike, type }] = installed
  const isConnected = shell.accounts.value.some(
    (account) =>
      installed.some(({ provider }) => provider === account.connector.provider) &&
      (!wanted || getNamespace(account.caipNetworkId) === wanted),
  )
  return (
    <Entry
      name={name}
      mark={<Mark name={name} url={imageUrl} size={40} shape="square" />}
      detail={
        looksLike ? (
          <span className="row-detail warning">
            <Trans
              message={looksLike.by === 'rdns' ? texts.saysItIs : texts.looksLike}
              wallet={<bdi>{looksLike.name}</bdi>}
            />
          </span>
        ) : (
          withChains && (
            <span className="row-detail">
              {installed.flatMap(({ namespaces }) => namespaces.map((one) => texts.chains[one])).join(', ')}
            </span>
          )
        )
      }
      end={
        looksLike ? (
          <Icon name="warn" />
        ) : (
          (isConnected || type !== 'EXTERNAL') && (
            <span className={isConnected ? 'tag connected' : 'tag installed'}>
              <i />
              {isConnected ? texts.connected : texts.installed}
            </span>
          )
        )
      }
      onClick={() => openInstalledWallets(shell, installed, network)}
    />
  )
}

/** Leads to the QR code, with which any wallet on another device or in another app can connect. */
function ElsewhereRow({ connector: { name } }: { connector: Connector }) {
  const { router } = useShell()
  return (
    <Entry
      name={name}
      mark={
        <span className="code-mark">
          <Icon name="qr" size={28} />
        </span>
      }
      end={<span className="tag">{texts.code}</span>}
      onClick={() => router.push('ConnectingWalletConnect')}
    />
  )
}

function RecentRow({ wallet, network }: { wallet: Wallet; network: Network | undefined }) {
  useSignals()
  const shell = useShell()
  return (
    <Entry
      name={wallet.name}
      mark={<Mark name={wallet.name} url={wallet.image_url} size={40} shape="square" />}
      end={<span className="tag">{texts.recent}</span>}
      onClick={() => (more.value?.chooseListed ?? chooseWallet)(shell, wallet, network)}
    />
  )
}
