/** In place of tokens where there are none: what was looked at, and two ways on. */
import { useSignals } from '@preact/signals-react/runtime'
import { useCopy } from '../components/copy-button.tsx'
import { Icon } from '../components/icon.tsx'
import { useShell } from '../shell-context.ts'
import { texts } from './texts.ts'

export function WaysOn() {
  useSignals()
  const { account, router, enableNetworkSwitch } = useShell()
  const copy = useCopy('Address')
  const state = account.value
  if (state.status !== 'connected') return null
  return (
    <div className="tiles">
      <button
        type="button"
        className="tile"
        part="tile"
        onClick={(event) => void copy(state.address, event.currentTarget)}
      >
        <Icon name="copy" />
        <span className="row-title">{texts.copyAddress}</span>
        <span className="row-detail">{texts.toReceive}</span>
      </button>
      {enableNetworkSwitch && (
        <button type="button" className="tile" part="tile" onClick={() => router.push('Networks')}>
          <Icon name="globe" />
          <span className="row-title">{texts.otherNetworks}</span>
          <span className="row-detail">{texts.lookThere}</span>
        </button>
      )}
    </div>
  )
}
