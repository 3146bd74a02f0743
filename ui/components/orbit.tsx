/** The picture of the wallet that has a request, with a light that circles it. */
import { Icon } from './icon.tsx'
import { Mark } from './mark.tsx'
import { addSheet } from '../base/sheets.ts'
import css from './orbit.css?inline'

addSheet(css)

interface OrbitProps {
  name: string
  url: string | undefined
  shape: 'square' | 'round'
  state: 'waiting' | 'busy' | 'ended'
}

export function Orbit({ name, url, shape, state }: OrbitProps) {
  const radius = shape === 'round' ? 46 : 30
  return (
    <div className={`orbit ${state}`}>
      <svg viewBox="0 0 96 96" fill="none" aria-hidden="true">
        <rect x="2" y="2" width="92" height="92" rx={radius} className="track" />
        {state === 'waiting' && (
          <rect x="2" y="2" width="92" height="92" rx={radius} pathLength="100" className="head" />
        )}
      </svg>
      <Mark name={name} url={url} size={72} shape={shape} />
      {state !== 'waiting' && (
        <span className="stat">
          <Icon name={state === 'busy' ? 'clock' : 'close'} size={18} />
        </span>
      )}
    </div>
  )
}
