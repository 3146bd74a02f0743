/** The icons: one family on a 20 grid, 1.5 stroke, round ends. Each is one path, so that a row stays light. */
import { addSheet } from '../sheets.ts'
import css from './icon.css?inline'
import type { laterPaths } from './later-icons.ts'

addSheet(css)

const circle = 'M2.75 10a7.25 7.25 0 1 1 14.5 0 7.25 7.25 0 1 1-14.5 0'

/** Those of the first picture. The others come with the views behind it (`later-icons.ts`). */
const paths = {
  back: 'M11.75 4.75 6.5 10l5.25 5.25',
  check: 'm4.75 10.5 3.5 3.5 7-8',
  close: 'm5.5 5.5 9 9m0-9-9 9',
  help: `${circle}M7.9 8a2.15 2.15 0 1 1 3.2 1.9c-.75.42-1.1.85-1.1 1.6m0 2.4v.01`,
  qr: 'M4.25 4.25h4v4h-4zm7.5 0h4v4h-4zm-7.5 7.5h4v4h-4zm7.5 0v.01m4 0v.01m-2 2v.01m-2 2v.01m4 0v.01',
  refresh: 'M15.75 10a5.75 5.75 0 1 1-1.75-4.13M15.5 3.5v3.25h-3.25',
  right: 'm8.25 5.75 4.25 4.25-4.25 4.25',
  search: 'M3.75 9a5.25 5.25 0 1 1 10.5 0 5.25 5.25 0 1 1-10.5 0M13 13l3.5 3.5',
  wallet:
    'M14.5 6.5v-1a2 2 0 0 0-2-2H5A2.25 2.25 0 0 0 5 8h9.5a2 2 0 0 1 2 2v4.5a2 2 0 0 1-2 2H5a2.25 2.25 0 0 1-2.25-2.25v-8.5m10.5 6.5v.01',
  warn: 'M8.7 4.1a1.5 1.5 0 0 1 2.6 0l5.2 9.1a1.5 1.5 0 0 1-1.3 2.3H4.8a1.5 1.5 0 0 1-1.3-2.3zM10 7.9v3.2m0 2v.01',
} as const

export type IconName = keyof typeof paths | keyof typeof laterPaths

const known: Partial<Record<IconName, string>> = paths

export function addIcons(more: typeof laterPaths): void {
  Object.assign(known, more)
}

export function getPath(name: IconName): string {
  return known[name]!
}

/** Those that point along the line of text turn with it. */
export const mirrored: ReadonlySet<IconName> = new Set(['back', 'external', 'right', 'send'])

/** Always beside words, or inside a control that has a label. */
export function Icon({
  name,
  size = 20,
}: {
  name: IconName
  /** px: 20, 18, 16, or 12 in badges */ size?: number
}) {
  return (
    <svg
      className={mirrored.has(name) ? 'icon mirrored' : 'icon'}
      width={size}
      height={size}
      viewBox="0 0 20 20"
      aria-hidden="true"
    >
      <path d={getPath(name)} {...(name === 'dots' ? { strokeWidth: 2.2 } : {})} />
    </svg>
  )
}
