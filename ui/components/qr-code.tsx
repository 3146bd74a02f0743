/** A QR code: dark on light in both themes, with a margin (quiet zone) of four modules. */
import { type ReactNode, useMemo } from 'react'
import { addSheet } from '../base/sheets.ts'
import css from './qr-code.css?inline'
import { createQrShapes, FINDER } from './qr-path.ts'

addSheet(css)

/** Width of the margin. Modules. */
const MARGIN = 4

interface QrCodeProps {
  text: string
  /** Accessible name. */
  label: string
  /** Whether the code has expired. */
  isGone?: boolean
  /** Shown in the middle: a square that fills the hole of the code. */
  children: ReactNode
}

export function QrCode({ text, label, isGone, children }: QrCodeProps) {
  const { size, path, finders, hole } = useMemo(() => createQrShapes(text), [text])
  const side = size + 2 * MARGIN
  return (
    <div className={isGone ? 'paper gone' : 'paper'} part="qr">
      <svg
        viewBox={`${-MARGIN} ${-MARGIN} ${side} ${side}`}
        fill="currentColor"
        role="img"
        aria-label={label}
      >
        {finders.map(([x, y]) => (
          <g key={`${x} ${y}`}>
            <rect
              x={x + 0.5}
              y={y + 0.5}
              width={FINDER - 1}
              height={FINDER - 1}
              rx="1.9"
              fill="none"
              stroke="currentColor"
            />
            <rect x={x + 2} y={y + 2} width={3} height={3} rx=".9" />
          </g>
        ))}
        <path d={path} />
      </svg>
      <span className="paper-mark" style={{ width: `${(hole / side) * 100}%` }}>
        {children}
      </span>
    </div>
  )
}

/** The placeholder until the code is created. */
export function QrPlaceholder({ label }: { label: string }) {
  return (
    <div className="paper" role="status" aria-label={label}>
      <i className="skeleton code-bones" />
    </div>
  )
}
