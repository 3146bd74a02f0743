/** The networks of this page, one of which the wallet is on. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ConnectedAccount } from '../../src/connections/account.ts'
import type { Network } from '../../src/core/networks.ts'
import { Say } from '../components/say.tsx'
import { useShell } from '../shell-context.ts'
import type { ViewDefinition } from '../view.ts'
import { NetworkList } from './network-list.tsx'
import { texts } from './texts.ts'

export const view: ViewDefinition<'Networks'> = { title: () => texts.networks, View: Networks }

function Networks() {
  useSignals()
  const shell = useShell()
  const account = shell.account.value
  if (account.status !== 'connected') return null
  return (
    <>
      <NetworkList account={account} networks={networksOf(account, shell.networks)} />
      <footer className="footer">
        <span>
          <Say message={texts.mayNotOffer} wallet={<bdi>{account.connector.name}</bdi>} />
        </span>
      </footer>
    </>
  )
}

/** Those that a wallet of this namespace can go to. */
export function networksOf({ caipNetworkId }: ConnectedAccount, networks: readonly Network[]): Network[] {
  return networks.filter(({ chainNamespace }) => chainNamespace === caipNetworkId.split(':')[0])
}
