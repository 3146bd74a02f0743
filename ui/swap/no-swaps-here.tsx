/** Shown on a network without swaps. Lists networks that have swaps. */
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import { findSwapNetwork } from '../../src/core/chains/swap-networks.ts'
import { Icon } from '../components/icon.tsx'
import { Trans } from '../components/trans.tsx'
import { NextActions } from '../components/next-actions.tsx'
import { nameNetwork } from '../components/name-network.ts'
import { NetworkList } from '../networks/network-list.tsx'
import { useShell } from '../base/shell-context.ts'
import { texts } from './texts.ts'

export function NoSwapsHere({ account }: { account: ConnectedAccount }) {
  const { networks, enableNetworkSwitch } = useShell()
  const { network, caipNetworkId } = account
  const others = enableNetworkSwitch
    ? networks.filter((one) => findSwapNetwork(one.caipNetworkId, networks))
    : []
  return (
    <>
      <div className="body">
        <div className="alert warn" role="status">
          <Icon name="warn" />
          <span>
            <b>{texts.unsupported}</b>
            <Trans
              message={others.length > 0 ? texts.unsupportedText : texts.unsupportedAll}
              network={<bdi className="strong">{network?.name ?? nameNetwork(caipNetworkId)}</bdi>}
            />
          </span>
        </div>
      </div>
      {others.length > 0 ? (
        <NetworkList account={account} networks={others} />
      ) : (
        <div className="body">
          <NextActions among={['onramp', 'receive']} />
        </div>
      )}
    </>
  )
}
