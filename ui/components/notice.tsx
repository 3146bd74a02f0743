/** A message in place of an empty list. */
import type { ReactNode } from 'react'
import { addSheet } from '../base/sheets.ts'
import css from './notice.css?inline'

addSheet(css)

export function Notice({ title, text, children }: { title: string; text: ReactNode; children?: ReactNode }) {
  return (
    <div className="notice">
      <h3>{title}</h3>
      <p>{text}</p>
      {children}
    </div>
  )
}
