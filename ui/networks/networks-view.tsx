/** The networks of this page. The network of the active account is marked. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import type { Network } from '../../src/core/chains/networks.ts'
import { Trans } from '../components/trans.tsx'
import { useShell } from '../base/shell-context.ts'
import type { ViewDefinition } from '../base/view.ts'
import { canReach, NetworkList } from './network-list.tsx'
import { isOfNamespace } from '../../src/wallets/is-of-namespace.ts'
import { nameWallet } from '../../src/wallets/name-wallet.ts'
import { texts } from './other-texts.ts'
import { texts as own } from './texts.ts'

export const view: ViewDefinition<'Networks'> = {
  title: () => texts.networks,
  next: ['SwitchActiveChain', 'SwitchNetwork', 'WhatIsANetwork'],
  View: Networks,
}

function Networks() {
  useSignals()
  const shell = useShell()
  const account = shell.account.value
  if (account.status !== 'connected') return null
  const networks = sortNetworks(account, shell.networks)
  const isLimited = networks.some((network) => isOfNamespace(account, network) && !canReach(account, network))
  const message = isLimited ? texts.chooseThere : texts.mayNotOffer
  const help = (
    <button type="button" part="link" className="link" onClick={() => shell.router.push('WhatIsANetwork')}>
      {own.whatIsANetwork}
    </button>
  )
  // An account by email or social login works on all networks of the sign-in site.
  const isLogin = account.connector.type === 'AUTH'
  return (
    <>
      <NetworkList account={account} networks={networks} />
      <footer className="footer">
        <span>
          {isLogin ? (
            help
          ) : (
            <Trans {...{ message, help }} wallet={<bdi>{nameWallet(account.connector)}</bdi>} />
          )}
        </span>
      </footer>
    </>
  )
}

/** Sorts networks: first those that the wallet can switch to. */
export function sortNetworks(account: ConnectedAccount, networks: readonly Network[]): Network[] {
  const isNear = (network: Network) => isOfNamespace(account, network) && canReach(account, network)
  return [...networks.filter(isNear), ...networks.filter((network) => !isNear(network))]
}
