/** Names the network of the shown account. Pressing it opens the list of networks. */
import { useSignals } from '@preact/signals-react/runtime'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { addSheet } from '../base/sheets.ts'
import { useShell } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import { nameNetwork } from '../components/name-network.ts'
import css from './network-chip.css?inline'
import { texts } from './texts.ts'

addSheet(css)

export function NetworkChip() {
  useSignals()
  const { account, router, enableNetworkSwitch } = useShell()
  const state = account.value
  if (state.status !== 'connected') return null
  const { network } = state
  const name = network?.name ?? nameNetwork(state.caipNetworkId)
  const content = (
    <>
      {network ? (
        <Mark name={name} url={network.imageUrl} size={22} shape="round" />
      ) : (
        <Icon name="globe" size={18} />
      )}
      <span className="unseen">{t(texts.chip, { network: name })}</span>
      <bdi aria-hidden="true">{name}</bdi>
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
