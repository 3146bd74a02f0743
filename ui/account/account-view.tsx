/** The connected account: its identity, value and actions, with tokens, NFTs and activity below. */
import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import { getShownState } from '../../src/base/shown-state.ts'
import type { Snack } from '../../src/base/snacks.ts'
import type { Shell } from '../../src/shell/shell.ts'
import { track } from '../../src/base/tracked-event.ts'
import { type CaipAddress, getNamespace } from '../../src/core/chains/caip.ts'
import { hasSmartSessions } from '../../src/shell/wallet-features.ts'
import { Activity } from '../activity/activity-panel.tsx'
import { Button, IconButton } from '../components/button.tsx'
import { NetworkChip } from '../networks/network-chip.tsx'
import { OtherNetwork } from '../networks/other-network.tsx'
import { SentStrip } from '../payments/sent-strip.tsx'
import { Nfts } from '../nfts/nfts-panel.tsx'
import { Tokens } from '../portfolio/tokens-panel.tsx'
import { addSheet } from '../base/sheets.ts'
import type { Route } from '../../src/shell/routes.ts'
import { useShell } from '../base/shell-context.ts'
import type { HeaderProps, ViewDefinition } from '../base/view.ts'
import css from './account.css?inline'
import { Actions } from './actions.tsx'
import { Balance } from './balance.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import pocketCss from '../components/pocket.css?inline'
import { Tabs } from './account-tabs.tsx'
import { texts } from './texts.ts'
import { useSlide } from './use-slide.ts'
import { AccountIdentity } from './account-identity.tsx'

addSheet(pocketCss)
addSheet(css)

const panels = [Tokens, Nfts, Activity] as const
const ACTIVITY = 2
/** Number of tabs on all networks except EVM networks. Only EVM networks have NFTs and activity. */
const EVERYWHERE = 1

/** The selected tab of each route, restored when the person comes back. */
const chosen = new WeakMap<Route, number>()

export const view: ViewDefinition<'Account'> = {
  title: () => texts.account,
  Header,
  // The card has a fixed height, however long the list is.
  fills({ account }) {
    const state = account.value
    return state.status === 'connected' && state.network !== undefined
  },
  next: [
    'AccountSettings',
    'Networks',
    'Nft',
    'OnRampProviders',
    'Swap',
    'SwitchNetwork',
    'Token',
    'UnsupportedChain',
    'Unverified',
    'WalletReceive',
    'WalletSend',
  ],
  says: saysItself,
  View: Account,
}

/**
 * Whether the view itself shows this failure. The banner shows failed balances. The activity tab shows its own failure,
 * if it has no rows.
 */
function saysItself(shell: Shell, { message }: Snack): boolean {
  if (typeof message === 'string') return false
  if (message.code === 'balance_unavailable') return true
  const tab = getShownState(shell).tab.value
  if (message.code !== 'history_failed' || tab?.index !== ACTIVITY) return false
  return !shell.topic('activity', { account: tab.account }).peek().data?.total
}

function Header({ title, titleId }: HeaderProps) {
  useSignals()
  const { router, account, features } = useShell()
  const now = account.value
  const hasSessions =
    now.status === 'connected' && hasSmartSessions(features.value, getNamespace(now.caipAddress))
  return (
    <>
      <h2 id={titleId} className="unseen">
        {title}
      </h2>
      <NetworkChip />
      <span className="spacer" />
      {hasSessions && (
        <IconButton
          icon="clock"
          label={texts.smartSessions}
          onClick={() => router.push('SmartSessionList')}
        />
      )}
      <IconButton icon="dots" label={texts.settings} onClick={() => router.push('AccountSettings')} />
    </>
  )
}

function Account() {
  useSignals()
  const shell = useShell()
  const { account: state, router, enableNetworkSwitch, features, trackedEvent } = shell
  const account = state.value
  const [route] = useState(router.current.peek())
  const [tab, setTab] = useState(chosen.get(route) ?? 0)
  const hasActivity = features.value.activity !== false
  const tabs = [texts.tokens, texts.nfts, texts.activity]
  const served = hasActivity ? tabs.length : ACTIVITY
  const key = account.status === 'connected' ? account.caipAddress : undefined
  const count = key?.startsWith('eip155:') ? served : EVERYWHERE
  const at = Math.min(tab, count - 1)
  const pocket = useRef<HTMLDivElement>(null)
  const slide = useSlide(pocket)
  useEffect(() => {
    if (key) getShownState(shell).tab.value = { account: key, index: at }
  }, [shell, key, at])
  if (account.status !== 'connected') return null
  if (!account.network)
    return (
      <div className="body">
        <AccountIdentity account={account} />
        <OtherNetwork account={account} />
        {enableNetworkSwitch && (
          <Button kind="primary" icon="swap" onClick={() => router.push('Networks')}>
            {texts.switchNetwork}
          </Button>
        )}
      </div>
    )
  function select(index: number): void {
    chosen.set(route, index)
    slide()
    setTab(index)
    if (index === ACTIVITY) track({ trackedEvent }, { event: 'CLICK_TRANSACTIONS' })
  }
  const Panel = panels[at] ?? Tokens
  const isCompact = at === ACTIVITY
  return (
    <>
      <ConnectionBanner account={account.caipAddress} isAlone={at !== 0} />
      <div className={isCompact ? 'account compact' : 'account'}>
        <AccountIdentity account={account} withBalance={isCompact} />
        {!isCompact && (
          <>
            <Balance account={account.caipAddress} />
            <Actions account={account} />
            <SentStrip account={account.caipAddress} />
          </>
        )}
      </div>
      <div className="pocket" part="pocket" ref={pocket}>
        <Tabs
          label={texts.account}
          tabs={tabs.slice(0, count)}
          selected={at}
          panel="bf-panel"
          onSelect={select}
        />
        <div className="panel" id="bf-panel" role="tabpanel" aria-labelledby={`bf-panel-tab-${at}`}>
          {at === ACTIVITY && <SentWithoutList account={account.caipAddress} />}
          <Panel
            key={`${account.caipAddress} ${at}`}
            account={account.caipAddress}
            network={account.network}
          />
        </div>
      </div>
    </>
  )
}

/** Recently sent payments, shown only if the activity is empty: else the activity contains them. */
function SentWithoutList({ account }: { account: CaipAddress }) {
  useSignals()
  const { data } = useShell().topic('activity', { account }).value
  return data?.total ? null : <SentStrip account={account} />
}
