/** The connected account: who it is, what it is worth, and what lies in its pocket. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import { shortAddress } from '../../src/core/address.ts'
import type { ConnectedAccount } from '../../src/connections/account.ts'
import { Activity } from '../activity/activity.tsx'
import { Avatar } from '../components/avatar.tsx'
import { CopyButton } from '../components/copy-button.tsx'
import { Tabs } from '../components/tabs.tsx'
import { OtherNetwork } from '../networks/other-network.tsx'
import { Nfts } from '../nfts/nfts.tsx'
import { Tokens } from '../portfolio/tokens.tsx'
import { useShell } from '../shell-context.ts'
import { Balance, BalanceLine } from './balance.tsx'
import { ConnectionBanner } from './connection-banner.tsx'

const tabs = ['Tokens', 'NFTs', 'Activity'] as const
const panels = [Tokens, Nfts, Activity] as const
const ACTIVITY = 2

export function Account() {
  useSignals()
  const account = useShell().account.value
  const [tab, setTab] = useState(0)
  if (account.status !== 'connected') return null
  if (!account.network)
    return (
      <div className="bd">
        <Who account={account} />
        <OtherNetwork account={account} />
      </div>
    )
  const Panel = panels[tab] ?? Tokens
  const isCompact = tab === ACTIVITY
  return (
    <>
      <ConnectionBanner account={account.caipAddress} />
      <div className={isCompact ? 'acc compact' : 'acc'}>
        <Who account={account} withBalance={isCompact} />
        {!isCompact && <Balance account={account.caipAddress} />}
      </div>
      <div className="pocket" part="pocket">
        <Tabs label="Account" tabs={tabs} selected={tab} panel="bf-panel" onSelect={setTab} />
        <div className="panel" id="bf-panel" role="tabpanel" aria-labelledby={`bf-panel-tab-${tab}`}>
          <Panel
            key={`${account.caipAddress} ${tab}`}
            account={account.caipAddress}
            network={account.network}
          />
        </div>
      </div>
    </>
  )
}

/** Name and address. The address is real at once; the name comes when it is known. */
export function Who({ account, withBalance }: { account: ConnectedAccount; withBalance?: boolean }) {
  useSignals()
  const shell = useShell()
  const name = shell.topic('identity', { account: account.caipAddress }).value.data?.name
  const short = shortAddress(account.address)
  return (
    <div className="who">
      <Avatar address={account.address} size={36} />
      <div className="tx">
        <bdi className={name ? 'a' : 'a mono'} title={name ?? account.address}>
          {name ?? short}
        </bdi>
        {withBalance ? (
          <BalanceLine account={account.caipAddress} />
        ) : (
          name && (
            <bdi className="b mono" dir="ltr">
              {short}
            </bdi>
          )
        )}
      </div>
      <CopyButton text={account.address} what="Address" />
    </div>
  )
}
