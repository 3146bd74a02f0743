/** Shows that something is loading; always beside a text. With reduced motion, three dots that do not move. */
import { addSheet } from '../base/sheets.ts'
import css from './spinner.css?inline'

addSheet(css)

export function Spinner() {
  return <span className="spin" aria-hidden="true" />
}
