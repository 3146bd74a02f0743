/** The wallet directory: all wallets that support the page's networks. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Wallet } from '../../src/core/assets/wallet.ts'
import type { Connector } from '../../src/wallets/connector.ts'
import type { Route } from '../../src/shell/routes.ts'
import { Button } from '../components/button.tsx'
import { Failure } from '../components/failure.tsx'
import { Notice } from '../components/notice.tsx'
import { SearchField } from '../components/search-field.tsx'
import { type ActionTile, ActionTiles } from '../components/action-tiles.tsx'
import { texts as commonTexts } from '../components/texts.ts'
import { Consent } from '../connect/consent.tsx'
import { Footer } from '../connect/footer.tsx'
import { chooseListed, getConnectMethod, isReachable } from '../connect/choose-listed.ts'
import { openInstalledWallets } from '../connect/choose-wallet.ts'
import { useReadyLink } from '../connect/use-ready-link.ts'
import { groupInstalled } from '../../src/connections/group-wallets.ts'
import { isInstalled } from '../../src/connections/match-installed-wallets.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { useShell } from '../base/shell-context.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import { useOverdue } from '../base/use-overdue.ts'
import type { ViewDefinition } from '../base/view.ts'
import css from './all-wallets.css?inline'
import { texts } from './texts.ts'
import { type Directory, useDirectory } from './use-directory.ts'
import { type Search, useSearch } from './use-search.ts'
import {
  ExpectedTiles,
  GroupTitle,
  type Method,
  WalletGrid,
  type WalletGridProps,
  type WalletTile,
} from './wallet-grid.tsx'

addSheet(css)

export const view: ViewDefinition<'AllWallets'> = {
  title: () => texts.title,
  fills: () => true,
  next: ['ConnectingExternal', 'ConnectingMultiChain', 'Downloads'],
  View: AllWallets,
}

interface Asked {
  words: string
  certified: boolean
  /** Number of loaded pages of the list. */
  pages: number
}

/** The search of each route, restored when the person comes back to it. */
const asked = new WeakMap<Route, Asked>()

function AllWallets() {
  useSignals()
  useReadyLink()
  const shell = useShell()
  const { metadata, router, connectors } = shell
  const [route] = useState(() => router.current.peek())
  const [{ words: query, certified, pages }, setAsked] = useState<Asked>(
    () => asked.get(route) ?? { words: '', certified: false, pages: 1 },
  )
  // Show the checkbox for the terms unless the person has accepted them in an earlier view. This is decided once, so
  // that the checkbox does not vanish when it is ticked.
  const [isAsking] = useState(() => router.history.peek().length === 1 || !shell.accepted.peek())
  const input = useRef<HTMLInputElement>(null)
  const ask = useCallback(
    (change: Partial<Asked>) =>
      setAsked((before) => {
        const next = { ...before, ...change }
        asked.set(route, next)
        return next
      }),
    [route],
  )
  const search = useSearch(query, certified)
  const count = shell.topic('wallets', { list: 'all', page: 1 }).value.data?.count
  const code = connectors.value.find(({ type }) => type === 'WALLET_CONNECT')
  const [top, setTop] = useState<Method>()

  function clear(): void {
    ask({ words: '' })
    input.current?.focus()
  }

  return (
    <div className="all-wallets">
      <div className="all-wallets-head">
        <SearchField
          input={input}
          words={query}
          label={count ? t(texts.searchAll, { n: count }) : texts.search}
          found={search.data ? t(texts.found, { n: search.data.wallets.length }) : texts.searching}
          onChange={(next) => ask({ words: next })}
          onClear={clear}
        />
        {code && (
          <button
            type="button"
            className="button secondary"
            aria-label={texts.code}
            title={texts.code}
            disabled={!shell.accepted.value}
            onClick={() => router.push('ConnectingWalletConnect')}
          >
            <svg className="icon" width={20} height={20} viewBox="0 0 20 20" aria-hidden="true">
              <path d={CODE} />
            </svg>
          </button>
        )}
      </div>
      <div className="all-wallets-facts">
        <GroupTitle method={top} />
        <label>
          {texts.certified}
          <input
            type="checkbox"
            role="switch"
            aria-label={texts.certified}
            checked={certified}
            onChange={({ target }) => ask({ certified: target.checked, pages: 1 })}
          />
        </label>
      </div>
      {search.words ? (
        <Found key={`${certified} ${search.words}`} search={search} onTop={setTop}>
          <Nothing
            title={texts.nothing}
            text={t(certified ? texts.nothingCertified : texts.nothingText, {
              site: metadata.name,
              words: search.words,
            })}
            action={certified ? texts.notCertified : texts.showAll}
            onAction={certified ? () => ask({ certified: false }) : clear}
          />
        </Found>
      ) : (
        <Whole
          key={String(certified)}
          certified={certified}
          pages={pages}
          onTop={setTop}
          onPages={(next) => ask({ pages: next })}
        />
      )}
      {isAsking && <Footer Consent={Consent} />}
    </div>
  )
}

/** An icon in the style of `icon.tsx`, in this file since no other view uses it. */
const CODE =
  'M4.75 3.5h2.5c.7 0 1.25.55 1.25 1.25v2.5c0 .7-.55 1.25-1.25 1.25h-2.5c-.7 0-1.25-.55-1.25-1.25v-2.5c0-.7.55-1.25 1.25-1.25m8 0h2.5c.7 0 1.25.55 1.25 1.25v2.5c0 .7-.55 1.25-1.25 1.25h-2.5c-.7 0-1.25-.55-1.25-1.25v-2.5c0-.7.55-1.25 1.25-1.25m-8 8h2.5c.7 0 1.25.55 1.25 1.25v2.5c0 .7-.55 1.25-1.25 1.25h-2.5c-.7 0-1.25-.55-1.25-1.25v-2.5c0-.7.55-1.25 1.25-1.25m7 .25h1.5m3 0v1.5m-4.5 1.25v1.75m2.75-1.75h1.75v1.75'

interface WholeProps extends Pick<WalletGridProps, 'onTop'> {
  certified: boolean
  pages: number
  onPages(pages: number): void
}

/** The complete directory, loaded as the person scrolls. */
function Whole({ certified, pages, onTop, onPages }: WholeProps) {
  useSignals()
  const shell = useShell()
  const { metadata, connectors } = shell
  const directory = useDirectory(certified, pages, onPages)
  const { wallets, error, isReading, onView, retry } = directory
  const overdue = useOverdue(!wallets && !error ? 'wallets' : undefined)
  const known = connectors.value
  const tiles = useMemo(() => {
    if (!wallets || certified) return wallets && toTiles(shell, wallets)
    const others = wallets.filter((wallet) => !isInstalled(wallet, known))
    // Show all installed wallets from the start: a wallet that is added later would move the wallets below it.
    return [...getInstalledTiles(shell, known), ...toTiles(shell, others)]
  }, [shell, wallets, certified, known])
  const isEmpty = tiles?.length === 0
  useEffect(() => {
    if (isEmpty) onView(0)
  })
  if (!wallets && error) return <Failure title={texts.unreadable} error={error} onRetry={retry} />
  if (!wallets && overdue) return <Notice title={commonTexts.noAnswer} text={commonTexts.stillTrying} />
  if (!tiles) return <Expected />
  if (isEmpty && !isReading)
    return <Nothing title={texts.none} text={t(texts.noneText, { site: metadata.name })} />
  return <WalletGrid tiles={tiles} onTop={onTop} onView={onView} foot={<Foot directory={directory} />} />
}

function getInstalledTiles(shell: Shell, connectors: readonly Connector[]): WalletTile[] {
  return groupInstalled(connectors)
    .filter(([{ looksLike }]) => !looksLike)
    .map((installed) => ({
      name: installed[0].name,
      url: installed[0].imageUrl,
      method: 'installed',
      open: () => openInstalledWallets(shell, installed),
    }))
}

function Foot({ directory: { isReading, error, retry } }: { directory: Directory }) {
  if (isReading) return <ExpectedTiles count={4} />
  if (!error) return null
  return (
    <div className="all-wallets-foot" role="alert">
      <span>{texts.moreUnreadable}</span>
      <Button small icon="refresh" onClick={retry}>
        {texts.tryAgain}
      </Button>
    </div>
  )
}

interface FoundProps extends Pick<WalletGridProps, 'onTop'> {
  search: Search
  /** Shown if the search finds no wallet. */
  children: ReactNode
}

function Found({ search: { data: page, error, retry }, onTop, children }: FoundProps) {
  useSignals()
  const shell = useShell()
  const known = shell.connectors.value
  // The connectors decide how a wallet connects.
  const tiles = useMemo(() => known && page && toTiles(shell, page.wallets), [shell, page, known])
  if (error) return <Failure title={texts.unsearchable} error={error} onRetry={retry} />
  if (!tiles) return <Expected />
  if (tiles.length === 0) return children
  return <WalletGrid tiles={tiles} onTop={onTop} onView={nothing} foot={null} />
}

const nothing = () => {}

/** The wallets that this device can open: all of them on a computer. */
function toTiles(shell: Shell, wallets: readonly Wallet[]): WalletTile[] {
  return wallets
    .filter((wallet) => isReachable(shell, wallet))
    .map((wallet) => ({
      name: wallet.name,
      url: wallet.image_url,
      method: getConnectMethod(shell, wallet),
      open: () => chooseListed(shell, wallet),
    }))
}

function Expected() {
  return (
    <div className="wallet-grid" role="status" aria-label={texts.reading}>
      <ExpectedTiles count={16} />
    </div>
  )
}

interface NothingProps {
  title: string
  text: string
  /** Label of the first action. Absent: only the actions for people whose wallet is not listed are shown. */
  action?: string
  onAction?(): void
}

function Nothing({ title, text, action, onAction }: NothingProps) {
  useSignals()
  const { router, connectors, accepted } = useShell()
  const hasCode = accepted.value && connectors.value.some(({ type }) => type === 'WALLET_CONNECT')
  const tiles: readonly (ActionTile | false)[] = [
    !!action && !!onAction && { icon: 'search', words: action, go: onAction },
    hasCode && { icon: 'qr', words: texts.showCode, go: () => router.push('ConnectingWalletConnect') },
    { icon: 'wallet', words: texts.getAWallet, go: () => router.push('GetWallet') },
    { icon: 'help', words: texts.whatIsAWallet, go: () => router.push('WhatIsAWallet') },
  ]
  return (
    <Notice title={title} text={text}>
      <ActionTiles tiles={tiles.filter((one) => !!one)} />
    </Notice>
  )
}
