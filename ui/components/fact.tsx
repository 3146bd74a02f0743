/** One line of a list of facts (`<dl className="fact-list">`): a label and its value. */
import type { ReactNode } from 'react'
import { addSheet } from '../base/sheets.ts'
import css from './fact.css?inline'

addSheet(css)

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
