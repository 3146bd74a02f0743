/** Shows that something is loading. Always beside words; a row of still dots under reduced motion. */
import { addSheet } from '../base/sheets.ts'
import css from './spinner.css?inline'

addSheet(css)

export function Spinner() {
  return <span className="spin" aria-hidden="true" />
}
