/** Finds a network by its name. */
import { useRef } from 'react'
import { IconButton } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { addSheet } from '../sheets.ts'
import { say } from '../texts.ts'
import css from './network-search.css?inline'
import { texts } from './texts.ts'

addSheet(css)

interface NetworkSearchProps {
  words: string
  /** How many networks fit. */
  found: number
  onChange(words: string): void
}

export function NetworkSearch({ words, found, onChange }: NetworkSearchProps) {
  const input = useRef<HTMLInputElement>(null)
  function clear(): void {
    onChange('')
    input.current?.focus()
  }
  return (
    <div className="network-search">
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
        aria-label={texts.search}
        placeholder={texts.search}
        value={words}
        onChange={(event) => onChange(event.target.value)}
      />
      {words && <IconButton small icon="close" label={texts.clear} onClick={clear} />}
      <span className="unseen" role="status">
        {words && say(texts.found, { n: found })}
      </span>
    </div>
  )
}
