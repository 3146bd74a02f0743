/** A field to search a list by name. */
import type { RefObject } from 'react'
import { addSheet } from '../base/sheets.ts'
import { IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import css from './search-field.css?inline'
import { texts } from './texts.ts'

addSheet(css)

interface SearchFieldProps {
  input: RefObject<HTMLInputElement | null>
  words: string
  /** Accessible name, such as "Search networks". */
  label: string
  /** Says how many results there are, for screen readers. */
  found: string
  onChange(words: string): void
  onClear(): void
}

export function SearchField({ input, words, label, found, onChange, onClear }: SearchFieldProps) {
  return (
    <div className="search-field">
      <Icon name="search" />
      <input
        ref={input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        dir="auto"
        aria-label={label}
        placeholder={label}
        value={words}
        onChange={(event) => onChange(event.target.value)}
      />
      {words && <IconButton small icon="close" label={texts.clear} onClick={onClear} />}
      <span className="unseen" role="status">
        {words && found}
      </span>
    </div>
  )
}
