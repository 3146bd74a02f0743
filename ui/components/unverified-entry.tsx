/** The way to what came unasked, below what is a person's own. */
import { addSheet } from '../sheets.ts'
import { Icon } from './icon.tsx'
import css from './unverified-entry.css?inline'

addSheet(css)

interface UnverifiedEntryProps {
  /** `Unverified (7)`. */
  words: string
  /** What to do about it. */
  about: string
  onOpen(): void
}

export function UnverifiedEntry({ words, about, onOpen }: UnverifiedEntryProps) {
  return (
    <button type="button" className="row unverified-entry" part="unverified" onClick={onOpen}>
      <span className="flag">
        <Icon name="flag" />
      </span>
      <span className="row-text">
        <span className="row-title">{words}</span>
        <span className="row-detail">{about}</span>
      </span>
      <Icon name="right" size={18} />
    </button>
  )
}
