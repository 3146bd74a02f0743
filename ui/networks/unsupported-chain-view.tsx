/**
 * Shown if the wallet is on a network that the page does not have. Offers the page's networks first, and to disconnect
 * last.
 */
import { useSignals } from '@preact/signals-react/runtime'
import { getNamespace } from '../../src/core/chains/caip.ts'
import { nameWallet } from '../../src/wallets/name-wallet.ts'
import { Button } from '../components/button.tsx'
import { Trans } from '../components/trans.tsx'
import { useShell } from '../base/shell-context.ts'
import type { ViewDefinition } from '../base/view.ts'
import { texts } from './other-texts.ts'
import { NetworkList } from './network-list.tsx'
import { sortNetworks } from './networks-view.tsx'
import { OtherNetwork } from './other-network.tsx'

export const view: ViewDefinition<'UnsupportedChain'> = {
  title: () => texts.switchNetwork,
  View: UnsupportedChain,
}

function UnsupportedChain() {
  useSignals()
  const shell = useShell()
  const account = shell.account.value
  if (account.status !== 'connected') return null
  const [first, ...others] = sortNetworks(account, shell.networks)
  return (
    <>
      <div className="body">
        <OtherNetwork account={account} />
        {first && (
          <Button
            kind="primary"
            icon="swap"
            onClick={() => shell.router.push('SwitchNetwork', { network: first })}
          >
            <span>
              <Trans message={texts.switchTo} network={<bdi>{first.name}</bdi>} />
            </span>
          </Button>
        )}
      </div>
      {others.length > 0 && <NetworkList account={account} networks={others} />}
      <div className="body">
        <Button
          kind="quiet-danger"
          icon="power"
          onClick={() => void shell.disconnect(getNamespace(account.caipAddress))}
        >
          <span>
            <Trans message={texts.disconnect} wallet={<bdi>{nameWallet(account.connector)}</bdi>} />
          </span>
        </Button>
      </div>
    </>
  )
}
