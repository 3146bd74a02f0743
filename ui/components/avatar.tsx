/** The folded sheet of an address. Stands beside a name or an address, never alone. */
import { useId } from 'react'
import { createAvatar } from '../../src/base/avatar-shapes.ts'
import { addSheet } from '../base/sheets.ts'
import css from './avatar.css?inline'

addSheet(css)

export function Avatar({ address, size }: { address: string; /** px */ size: number }) {
  const clip = useId()
  const { sheet, fold, flap } = createAvatar(address)
  return (
    <svg className="avatar" width={size} height={size} viewBox="0 0 40 40" aria-hidden="true">
      <clipPath id={clip}>
        <circle cx="20" cy="20" r="20" />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <path d="M0 0h40v40H0z" fill={sheet} />
        <path d={fold.path} transform={fold.transform} fill={fold.color} />
        <path d={flap.path} transform={flap.transform} fill={flap.color} />
      </g>
      <circle cx="20" cy="20" r="19.5" fill="none" stroke="#000" strokeOpacity=".09" />
    </svg>
  )
}
