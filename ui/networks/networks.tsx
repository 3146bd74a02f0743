/** The networks of this page, one of which the wallet is on. */
import { useSignals } from '@preact/signals-react/runtime'
import type { ConnectedAccount } from '../../src/connections/account.ts'
import type { CaipNetworkId } from '../../src/core/caip.ts'
import type { Network } from '../../src/core/networks.ts'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { Say } from '../components/say.tsx'
import { addSheet } from '../sheets.ts'
import { useShell } from '../shell-context.ts'
import type { ViewDefinition } from '../view.ts'
import css from './networks.css?inline'
import { texts } from './texts.ts'

addSheet(css)

export const view: ViewDefinition<'Networks'> = { title: () => texts.networks, View: Networks }

function Networks() {
  useSignals()
  const shell = useShell()
  const account = shell.account.value
  if (account.status !== 'connected') return null
  return (
    <>
      <NetworkList networks={networksOf(account, shell.networks)} current={account.caipNetworkId} />
      <footer className="ft">
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

export function NetworkList({ networks, current }: { networks: readonly Network[]; current: CaipNetworkId }) {
  return (
    <div className="ls" role="list" aria-label={texts.networks}>
      {networks.map((network) => (
        <div key={network.caipNetworkId} role="listitem">
          <NetworkRow network={network} selected={network.caipNetworkId === current} />
        </div>
      ))}
    </div>
  )
}

function NetworkRow({ network, selected }: { network: Network; selected: boolean }) {
  const { router } = useShell()
  const { name, imageUrl } = network
  return (
    <button
      type="button"
      className="rw network-row"
      part="network-row"
      aria-current={selected || undefined}
      onClick={() => (selected ? router.goBack() : router.push('SwitchNetwork', { network }))}
    >
      <Mark name={name} url={imageUrl} size={32} shape="round" />
      <bdi className="a" title={name}>
        {name}
      </bdi>
      {selected && <Icon name="check" />}
    </button>
  )
}
