/**
 * The icons: one style, on a grid of 20, with a stroke of 1.5 and round ends. Each icon is a single path, since rows
 * with few elements render faster.
 */
import type { IconName } from '../../src/base/icon-name.ts'
import { addSheet } from '../base/sheets.ts'
import css from './icon.css?inline'

addSheet(css)

const circle = 'M2.75 10a7.25 7.25 0 1 1 14.5 0 7.25 7.25 0 1 1-14.5 0'

const sheet = 'M9.25 7.25h4.5a2 2 0 0 1 2 2v4.5a2 2 0 0 1-2 2h-4.5a2 2 0 0 1-2-2v-4.5a2 2 0 0 1 2-2'

const paths: Readonly<Record<IconName, string>> = {
  approve:
    'M4.5 15.75h11M6 12.5c2.2-.2 2.9-1.3 2.2-3.1C7.4 7.4 8.3 5 10 5s2.6 2.4 1.8 4.4c-.7 1.8 0 2.9 2.2 3.1',
  back: 'M11.75 4.75 6.5 10l5.25 5.25',
  bad: 'M7.1 3h5.8L17 7.1v5.8L12.9 17H7.1L3 12.9V7.1zM10 6.75v4m0 2.5v.01',
  bank: 'M3.5 8 10 4l6.5 4zm1.5 2.5v3.25m3.4-3.25v3.25m3.2-3.25v3.25m3.4-3.25v3.25M3.5 16h13',
  card: 'M5.25 4.75h9.5a2.5 2.5 0 0 1 2.5 2.5v5.5a2.5 2.5 0 0 1-2.5 2.5h-9.5a2.5 2.5 0 0 1-2.5-2.5v-5.5a2.5 2.5 0 0 1 2.5-2.5M2.75 8.5h14.5M6 12.25h2.5',
  check: 'm4.75 10.5 3.5 3.5 7-8',
  clock: `${circle}M10 6v4.25l2.75 1.75`,
  close: 'm5.5 5.5 9 9m0-9-9 9',
  copy: `${sheet}M12.75 4.25h-6.5a2 2 0 0 0-2 2v6.5`,
  dots: 'M4.75 10v.01M10 10v.01M15.25 10v.01',
  down: 'm5.75 8 4.25 4.25L14.25 8',
  external:
    'M11.5 4.25h4.25V8.5m-.25-4-6 6M8.25 5H6.5a2 2 0 0 0-2 2v6.5a2 2 0 0 0 2 2H13a2 2 0 0 0 2-2v-1.75',
  eye: 'M2.75 10S5.4 5 10 5s7.25 5 7.25 5-2.65 5-7.25 5-7.25-5-7.25-5zM7.75 10a2.25 2.25 0 1 1 4.5 0 2.25 2.25 0 1 1-4.5 0',
  eyeOff:
    'm3.5 3.5 13 13M8 5.3A7 7 0 0 1 10 5c4.6 0 7.25 5 7.25 5a12.6 12.6 0 0 1-2 2.6M12.6 14.5A7 7 0 0 1 10 15c-4.6 0-7.25-5-7.25-5a12.5 12.5 0 0 1 2.9-3.4m2.85 1.8a2.25 2.25 0 0 0 3.1 3.2',
  flag: 'M5.25 17V3.75M5.25 4.25h9l-1.9 3.1 1.9 3.1h-9',
  flip: 'M7 4v11.5M4.25 12.75 7 15.5l2.75-2.75M13 16V4.5m-2.75 2.75L13 4.5l2.75 2.75',
  globe: `${circle}M6.9 10c0-4 1.4-7.25 3.1-7.25S13.1 6 13.1 10s-1.4 7.25-3.1 7.25S6.9 14 6.9 10M3 10h14`,
  help: `${circle}M7.9 8a2.15 2.15 0 1 1 3.2 1.9c-.75.42-1.1.85-1.1 1.6m0 2.4v.01`,
  mail: 'M4.75 4.75h10.5a2 2 0 0 1 2 2v6.5a2 2 0 0 1-2 2H4.75a2 2 0 0 1-2-2v-6.5a2 2 0 0 1 2-2M3.25 6.5 10 11l6.75-4.5',
  offline:
    'm3.5 3.5 13 13M2.75 8.3A10.6 10.6 0 0 1 6 6.25m3-.95a10.5 10.5 0 0 1 8.25 3M5.5 11.1a6.6 6.6 0 0 1 3-1.7m3.9.4a6.6 6.6 0 0 1 2.1 1.3m-6.3 2.8a2.6 2.6 0 0 1 2.3-.7m-.5 3v.01',
  power: 'M10 3.25v6M6.1 5.5a6.25 6.25 0 1 0 7.8 0',
  qr: 'M4.25 4.25h4v4h-4zm7.5 0h4v4h-4zm-7.5 7.5h4v4h-4zm7.5 0v.01m4 0v.01m-2 2v.01m-2 2v.01m4 0v.01',
  receive: 'M10 3.75v8.5M6.5 8.9l3.5 3.5 3.5-3.5M4.5 16h11',
  refresh: 'M15.75 10a5.75 5.75 0 1 1-1.75-4.13M15.5 3.5v3.25h-3.25',
  right: 'm8.25 5.75 4.25 4.25-4.25 4.25',
  search: 'M3.75 9a5.25 5.25 0 1 1 10.5 0 5.25 5.25 0 1 1-10.5 0M13 13l3.5 3.5',
  send: 'm5.75 14.25 8.5-8.5m-6.75 0h6.75v6.75',
  shield:
    'M10 3.25 15.75 5.5V10c0 3.2-2.3 5.6-5.75 6.75C6.55 15.6 4.25 13.2 4.25 10V5.5zM7.6 10l1.7 1.7 3.1-3.4',
  spark: 'M10 3.5v3m0 7v3M3.5 10h3m7 0h3M5.6 5.6l1.9 1.9m5 5 1.9 1.9m0-8.8-1.9 1.9m-5 5-1.9 1.9',
  swap: 'M4.25 7H15.5m-2.75-2.75L15.5 7l-2.75 2.75m3 3.25H4.5m2.75-2.75L4.5 13l2.75 2.75',
  wallet:
    'M14.5 6.5v-1a2 2 0 0 0-2-2H5A2.25 2.25 0 0 0 5 8h9.5a2 2 0 0 1 2 2v4.5a2 2 0 0 1-2 2H5a2.25 2.25 0 0 1-2.25-2.25v-8.5m10.5 6.5v.01',
  warn: 'M8.7 4.1a1.5 1.5 0 0 1 2.6 0l5.2 9.1a1.5 1.5 0 0 1-1.3 2.3H4.8a1.5 1.5 0 0 1-1.3-2.3zM10 7.9v3.2m0 2v.01',
}

/** Whether a text is the name of an icon, not markup. */
export const isIcon = (name: unknown): name is IconName => Object.hasOwn(paths, name as string)

export function getPath(name: IconName): string {
  return paths[name]
}

/** Icons that point along the line of text. They are mirrored in languages that are written from right to left. */
export const mirrored: ReadonlySet<IconName> = new Set(['back', 'external', 'right', 'send'])

/** An icon. Screen readers skip it, since it is always beside a text or in a control with a label. */
export function Icon({
  name,
  size = 20,
}: {
  name: IconName
  /** px: 20, 18 or 16; 12 in badges */ size?: number
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
