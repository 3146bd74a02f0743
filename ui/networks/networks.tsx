/** The networks of this page, one of which the wallet is on. */
import { useSignals } from '@preact/signals-react/runtime'
import type { Network } from '../../src/core/networks.ts'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { useShell } from '../shell-context.ts'

export function Networks() {
  useSignals()
  const shell = useShell()
  const account = shell.account.value
  if (account.status !== 'connected') return null
  const [namespace] = account.caipNetworkId.split(':')
  const networks = shell.networks.filter(({ chainNamespace }) => chainNamespace === namespace)
  return (
    <>
      <div className="ls" role="list" aria-label="Networks">
        {networks.map((network) => (
          <div key={network.caipNetworkId} role="listitem">
            <NetworkRow network={network} selected={network.caipNetworkId === account.caipNetworkId} />
          </div>
        ))}
      </div>
      <footer className="ft">
        <span>
          <bdi>{account.connector.name}</bdi> may not offer every network.
        </span>
      </footer>
    </>
  )
}

function NetworkRow({ network, selected }: { network: Network; selected: boolean }) {
  const { router } = useShell()
  const { name, imageUrl } = network
  return (
    <button
      type="button"
      className="rw network"
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
