/** Parts of the connect view that load after the first render: directory wallets and rare cases. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { findBrought, isInstalled } from '../../src/connections/match-installed-wallets.ts'
import type { Namespace } from '../../src/core/chains/caip.ts'
import type { Network } from '../../src/core/chains/networks.ts'
import type { Snapshot } from '../../src/core/contract/protocol.ts'
import type { Wallet, WalletsPage, WalletsParams } from '../../src/core/assets/wallet.ts'
import { isPhone } from '../../src/base/device.ts'
import type { ConnectorGroup } from '../../src/shell/options.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { Button } from '../components/button.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { Notice } from '../components/notice.tsx'
import { Trans } from '../components/trans.tsx'
import { SkeletonWallets } from '../components/skeleton.tsx'
import { addSheet } from '../base/sheets.ts'
import { useShell } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import { chooseListed, isReachable } from './choose-listed.ts'
import { useReadyLink } from './use-ready-link.ts'
import { isServing } from './choose-wallet.ts'
import { Consent } from './consent.tsx'
import { Entry } from '../components/entry.tsx'
import { texts } from './more-texts.ts'
import css from './more.css?inline'
import { texts as connectTexts } from './texts.ts'

addSheet(css)

export { chooseListed, Consent }

type DirectoryGroup = Extract<ConnectorGroup, 'featured' | 'custom' | 'recommended'>

interface DirectoryRowsProps {
  group: DirectoryGroup
  /** Upper limit of rows to show. */
  limit: number
  /** Namespace that the account must be of; undefined: any. */
  wanted: Namespace | undefined
  /** Network that the account must be on; undefined: any. */
  network: Network | undefined
  /** Wallets that the group "recent" shows already. */
  recent: readonly Wallet[]
}

const FIRST_PAGE: WalletsParams = { list: 'all', page: 1 }

export function DirectoryRows({ group, limit, wanted, network, recent }: DirectoryRowsProps) {
  useSignals()
  const shell = useShell()
  const params: WalletsParams = group === 'featured' ? { list: 'featured' } : FIRST_PAGE
  // Send no request if no list is needed: the page's own wallets are not in the directory, and a limit of 0 leaves no
  // room.
  const { data, status } = group === 'custom' || limit === 0 ? none : shell.topic('wallets', params).value
  const known = useFirst(data)
  const wallets = group === 'custom' ? shell.customWallets : known?.wallets
  if (!wallets && status === 'failed')
    return group === 'recommended' && <Unreadable params={params} limit={limit} />
  if (!wallets) return <SkeletonWallets count={limit} />
  const listed = group === 'recommended' ? [...recent, ...shell.customWallets] : recent
  const isListed = ({ id }: Wallet) =>
    listed.some((one) => one.id === id) || (group === 'recommended' && shell.featuredWalletIds.includes(id))
  return wallets
    .filter((wallet) => !isListed(wallet) && isWanted(shell, wallet, wanted) && !isHere(wallet, shell))
    .slice(0, limit)
    .map((wallet) => <DirectoryRow key={wallet.id} {...{ wallet, wanted, network }} />)
}

const none: Snapshot<WalletsPage> = { data: undefined, fetchedAt: undefined, status: 'fresh' }

/** Keeps the first value while the view is open: rows that come later would move the row that a person is about to press. */
function useFirst<T>(value: T | undefined): T | undefined {
  const [first, setFirst] = useState(value)
  if (first === undefined && value !== undefined) setFirst(value)
  return first ?? value
}

/** Whether the wallet supports the namespace and, on a phone, can be opened. */
function isWanted(shell: Shell, wallet: Wallet, wanted: Namespace | undefined): boolean {
  return isServing(wallet, wanted) && isReachable(shell, wallet, wanted)
}

function isHere(wallet: Wallet, { connectors }: Shell): boolean {
  return isInstalled(wallet, connectors.value) || !!findBrought(wallet, connectors.value)
}

interface DirectoryRowProps extends Pick<DirectoryRowsProps, 'wanted' | 'network'> {
  wallet: Wallet
}

/** A wallet from the directory. On a phone, pressing it opens the wallet's app. */
function DirectoryRow({ wallet, wanted, network }: DirectoryRowProps) {
  useSignals()
  const shell = useShell()
  const hasCode = shell.connectors.value.some(({ type }) => type === 'WALLET_CONNECT')
  const { name, image_url: url } = wallet
  return (
    <Entry
      name={name}
      mark={<Mark name={name} url={url} size={40} shape="square" />}
      end={!isPhone() && <span className="tag way">{hasCode ? connectTexts.code : texts.get}</span>}
      onClick={() => chooseListed(shell, wallet, network, wanted)}
    />
  )
}

function Unreadable({ params, limit }: { params: WalletsParams; limit: number }) {
  const { call } = useShell()
  const retry = () => void call('refresh', { topic: 'wallets', params }).catch(() => {})
  return (
    <div className="unreadable" role="listitem" style={{ minHeight: limit * 56 }}>
      <span>{texts.unreadable}</span>
      <Button small icon="refresh" onClick={retry}>
        {texts.tryAgain}
      </Button>
    </div>
  )
}

export function AllWalletsRow() {
  useSignals()
  const { router, topic } = useShell()
  const known = useFirst(topic('wallets', FIRST_PAGE).value.data)
  if (known?.count === 0) return null
  return (
    <Entry
      name={texts.allWallets}
      mark={<Mosaic wallets={known?.wallets.slice(4, 8) ?? []} />}
      end={
        <span className="tag">
          {known && formatCount(known.count)}
          <Icon name="right" size={18} />
        </span>
      }
      onClick={() => router.push('AllWallets')}
    />
  )
}

/** Rounds a number down to tens: 527 becomes 520+. */
function formatCount(count: number): string {
  const tens = count < 10 ? count : count - (count % 10)
  return tens < count ? `${tens}+` : `${count}`
}

function Mosaic({ wallets }: { wallets: readonly Wallet[] }) {
  return (
    <span className="mosaic">
      {wallets.length === 0 && <Icon name="search" size={18} />}
      {wallets.map(({ id, name, image_url: url }) => (
        <Mark key={id} name={name} url={url} size={14} shape="square" />
      ))}
    </span>
  )
}

interface RestProps {
  wanted: Namespace | undefined
  /** Whether the list would be empty without the directory's wallets. */
  isAlone: boolean
}

export function Rest({ wanted, isAlone }: RestProps) {
  useSignals()
  const shell = useShell()
  const { features, topic } = shell
  const { data } = features.value.allWallets === false ? empty : topic('wallets', FIRST_PAGE).value
  useReadyLink()
  const isEmpty = !!data && !data.wallets.some((wallet) => isWanted(shell, wallet, wanted))
  return (
    <>
      {isAlone && isEmpty && <NoWallet wanted={wanted} />}
      <Remembered />
    </>
  )
}

const empty: Pick<Snapshot<WalletsPage>, 'data'> = { data: { count: 0, wallets: [] } }

/** Accounts whose wallet is locked or removed. Their stored data can be removed here. */
function Remembered() {
  useSignals()
  const { remembered, forget } = useShell()
  if (remembered.value.length === 0) return null
  return (
    <div className="body">
      {remembered.value.map(({ namespace, name }) => (
        <Button key={namespace} kind="quiet" onClick={() => void forget(namespace)}>
          <span>
            <Trans message={texts.forget} wallet={<bdi>{name}</bdi>} />
          </span>
        </Button>
      ))}
    </div>
  )
}

function NoWallet({ wanted }: { wanted: Namespace | undefined }) {
  return (
    <div className="body">
      <Notice
        title={wanted ? t(texts.noWalletOf, { chain: connectTexts.chains[wanted] }) : texts.noWallet}
        text={texts.noWalletText}
      />
      <Button kind="primary" icon="refresh" onClick={() => location.reload()}>
        {texts.reload}
      </Button>
      <CopyButton text={location.href} what="link" label={texts.copyLink} />
    </div>
  )
}
