/** Says that the wallet is on a network that the page does not have, and what that means. */
import type { ConnectedAccount } from '../../src/connections/account.ts'
import { Icon } from '../components/icon.tsx'
import { useShell } from '../shell-context.ts'
import { nameNetwork } from './name-network.ts'

export function OtherNetwork({ account }: { account: ConnectedAccount }) {
  const { metadata } = useShell()
  const { connector, caipNetworkId, unsupported } = account
  const site = <bdi>{metadata.name}</bdi>
  return (
    <div className={unsupported ? 'al warn' : 'al'} role="status">
      <Icon name={unsupported ? 'warn' : 'globe'} />
      <span>
        <b>{unsupported ? <>{site} does not run on this network</> : 'Another network'}</b>
        <bdi>{connector.name}</bdi> is on <bdi className="strong">{nameNetwork(caipNetworkId)}</bdi>.{' '}
        {unsupported ? 'Your tokens there are safe.' : <>Figures are shown on {site}’s own networks.</>}
      </span>
    </div>
  )
}
