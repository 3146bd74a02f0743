/**
 * The picture of an account: a folded sheet drawn from its address, covered by the owner's own picture. Show it only
 * beside a name or address.
 */
import { useId, useState } from 'react'
import { createAvatar } from '../../src/base/avatar-shapes.ts'
import { addSheet } from '../base/sheets.ts'
import css from './avatar.css?inline'

addSheet(css)

/** Alternative text of the picture: none, since the name beside it says whose it is. */
const DECORATIVE = ''

interface AvatarProps {
  address: string
  /** px */
  size: number
  /** Checked URL of the owner's picture. */
  url?: string | undefined
}

export function Avatar({ address, size, url }: AvatarProps) {
  const [failed, setFailed] = useState<string>()
  if (url === undefined || url === failed) return <Sheet address={address} size={size} />
  return (
    <span className="avatar pictured" style={{ width: size, height: size }}>
      <Sheet address={address} size={size} />
      <img
        src={url}
        alt={DECORATIVE}
        referrerPolicy="no-referrer"
        decoding="async"
        draggable={false}
        onError={() => setFailed(url)}
      />
    </span>
  )
}

function Sheet({ address, size }: Omit<AvatarProps, 'url'>) {
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
