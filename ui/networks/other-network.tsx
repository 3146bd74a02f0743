/** Says that the wallet is on a network that the page does not have, and what this means. */
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import { Icon } from '../components/icon.tsx'
import { Trans } from '../components/trans.tsx'
import { useShell } from '../base/shell-context.ts'
import { nameNetwork } from '../components/name-network.ts'
import { texts } from './texts.ts'

export function OtherNetwork({ account }: { account: ConnectedAccount }) {
  const { metadata } = useShell()
  const { connector, caipNetworkId, unsupported } = account
  const values = {
    site: <bdi>{metadata.name}</bdi>,
    wallet: <bdi>{connector.name}</bdi>,
    network: <bdi className="strong">{nameNetwork(caipNetworkId)}</bdi>,
  }
  return (
    <div className={unsupported ? 'alert warn' : 'alert'} role="status">
      <Icon name={unsupported ? 'warn' : 'globe'} />
      <span>
        <b>{unsupported ? <Trans message={texts.notServed} {...values} /> : texts.other}</b>
        <Trans message={unsupported ? texts.notServedText : texts.otherText} {...values} />
      </span>
    </div>
  )
}
