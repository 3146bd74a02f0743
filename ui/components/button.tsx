/** A button with a label. A view has at most one primary button. */
import type { ReactNode } from 'react'
import type { IconName } from '../../src/base/icon-name.ts'
import { Icon } from './icon.tsx'
import { Spinner } from './spinner.tsx'
import { addSheet } from '../base/sheets.ts'
import css from './button.css?inline'

addSheet(css)

interface ButtonProps {
  kind?: 'primary' | 'secondary' | 'quiet' | 'quiet-danger'
  small?: boolean
  icon?: IconName
  /** Whether an action is in progress. If so, the button shows a spinner and ignores further presses. */
  busy?: boolean
  disabled?: boolean
  /** Whether the action is unavailable for a moment. Like `disabled`, but the button keeps the focus. */
  paused?: boolean
  onClick(): void
  children: ReactNode
}

export function Button({
  kind = 'secondary',
  small,
  icon,
  busy,
  disabled,
  paused,
  onClick,
  children,
}: ButtonProps) {
  return (
    <button
      type="button"
      part={`button ${kind}`}
      className={`button ${kind}${small ? ' small' : ''}${paused ? ' paused' : ''}`}
      disabled={disabled}
      aria-disabled={busy || paused || undefined}
      onClick={busy || paused ? undefined : onClick}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} size={small ? 18 : 20} />}
      {children}
    </button>
  )
}

/** A button with only an icon. Its accessible label says what it does. */
export function IconButton({
  icon,
  label,
  small,
  onClick,
}: {
  icon: IconName
  label: string
  small?: boolean
  onClick(): void
}) {
  return (
    <button
      type="button"
      part="icon-button"
      className={small ? 'icon-button small' : 'icon-button'}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon name={icon} size={small ? 18 : 20} />
    </button>
  )
}

/** A link that looks like a button. */
export function ButtonLink({
  kind = 'secondary',
  href,
  icon,
  small,
  children,
}: {
  kind?: 'primary' | 'secondary'
  href: string
  icon: IconName
  small?: boolean
  children: ReactNode
}) {
  return (
    <a
      part={`button ${kind}`}
      className={`button ${kind}${small ? ' small' : ''}`}
      href={href}
      target="_blank"
      rel="noopener noreferrer"
    >
      <Icon name={icon} size={small ? 18 : 20} />
      {children}
    </a>
  )
}
