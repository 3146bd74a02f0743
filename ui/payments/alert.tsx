/** A warning about a payment, or an obstacle to it, with an explanation. Shown above what is signed. */
import type { ReactNode } from 'react'
import { addSheet } from '../base/sheets.ts'
import { Icon } from '../components/icon.tsx'
import css from './alert.css?inline'

addSheet(css)

interface AlertProps {
  look: 'bad' | 'warn'
  title: string
  children: ReactNode
  role?: 'alert' | undefined
}

export function Alert({ look, title, children, role }: AlertProps) {
  return (
    <p className={`alert ${look}`} role={role}>
      <Icon name={look} />
      <span>
        <b>{title}</b>
        {children}
      </span>
    </p>
  )
}
