/** The network that figures are of, and the way to another one. */
import { useSignals } from '@preact/signals-react/runtime'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { useShell } from '../shell-context.ts'
import { nameNetwork } from './name-network.ts'

export function NetworkChip() {
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
