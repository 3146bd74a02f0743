/** The top of the card: what this is, and the ways out of it. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useState } from 'react'
import type { Route } from '../src/shell/router.ts'
import type { Shell } from '../src/shell/shell.ts'
import { IconButton } from './components/button.tsx'
import { Icon } from './components/icon.tsx'
import { Mark } from './components/mark.tsx'
import { nameNetwork } from './networks/name-network.ts'
import { getSite } from './site.ts'
import { useShell } from './shell-context.ts'

export function Header({ titleId, onBack }: { titleId: string; onBack(): void }) {
  useSignals()
  const shell = useShell()
  const route = shell.router.current.value
  const canGoBack = shell.router.history.value.length > 1
  const isConnect = route.view === 'Connect'
  return (
    <header className={`hd${isConnect ? ' tall' : ''}${canGoBack ? ' sub' : ''}`} part="header">
      {canGoBack && <IconButton icon="back" label="Back" onClick={onBack} />}
      {route.view === 'Account' ? (
        <>
          <h2 id={titleId} className="unseen">
            Account
          </h2>
          <NetworkChip />
          <span className="sp" />
          <IconButton
            icon="dots"
            label="Account settings"
            onClick={() => shell.router.push('AccountSettings')}
          />
        </>
      ) : (
        <>
          {isConnect && <SiteMark />}
          <div className="titles">
            <Title id={titleId}>{getTitle(route, shell)}</Title>
            {isConnect && <Domain />}
          </div>
        </>
      )}
      <IconButton icon="close" label="Close" onClick={shell.close} />
    </header>
  )
}

function getTitle(route: Route, shell: Shell): string {
  if (route.view === 'Connect') return `Connect to ${shell.metadata.name}`
  if (route.view === 'Networks') return 'Networks'
  if (route.view === 'SwitchNetwork' || route.view === 'UnsupportedChain') return 'Switch network'
  if (route.view === 'ConnectingExternal') return route.data?.connector?.name ?? 'Wallet'
  return 'Account'
}

/** The old text leaves upwards while the new one comes in. */
function Title({ id, children }: { id: string; children: string }) {
  const [texts, setTexts] = useState<{ now: string; old?: string }>({ now: children })
  if (texts.now !== children) setTexts({ now: children, old: texts.now })
  return (
    <div className="title">
      {texts.old !== undefined && (
        <span
          key={texts.old}
          className="old"
          aria-hidden="true"
          onAnimationEnd={() => setTexts({ now: children })}
        >
          {texts.old}
        </span>
      )}
      <h2 id={id} key={children} className={texts.old === undefined ? undefined : 'new'} title={children}>
        <bdi>{children}</bdi>
      </h2>
    </div>
  )
}

function SiteMark() {
  const { metadata } = useShell()
  const site = getSite(metadata)
  return <Mark name={site.name} url={site.iconUrl} size={40} shape="square" />
}

/** A long domain loses its start, never its end: the end says whose site it is. */
function Domain(): ReactNode {
  const { domain } = getSite(useShell().metadata)
  return (
    <div className="domain" title={domain}>
      <bdi dir="ltr">{domain}</bdi>
    </div>
  )
}

function NetworkChip() {
  useSignals()
  const { account, router, enableNetworkSwitch } = useShell()
  const state = account.value
  if (state.status !== 'connected') return null
  const { network } = state
  const content = (
    <>
      <span className="unseen">Network:</span>
      {network ? (
        <Mark name={network.name} url={network.imageUrl} size={22} shape="round" />
      ) : (
        <Icon name="globe" size={18} />
      )}
      <bdi>{network?.name ?? nameNetwork(state.caipNetworkId)}</bdi>
    </>
  )
  if (!enableNetworkSwitch)
    return (
      <span className="chip" part="network">
        {content}
      </span>
    )
  return (
    <button type="button" className="chip" part="network" onClick={() => router.push('Networks')}>
      {content}
      <Icon name="down" size={16} />
    </button>
  )
}
