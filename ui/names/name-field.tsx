/** The field for a name, with its zone after it. */
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { findNameFault, MAX_LABEL_LENGTH, NAME_ZONE } from '../../src/core/names/account-name.ts'
import searchCss from '../components/search-field.css?inline'
import { isComposing } from '../base/is-composing.ts'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import { texts } from './texts.ts'

addSheet(searchCss)

/** The zone as shown after the field. */
const SUFFIX = `.${NAME_ZONE}`

interface NameFieldProps {
  /** The name without its zone. */
  label: string
  isFixed: boolean
  /** Whether the field takes the focus when it is mounted. */
  isFirst: boolean
  onChange(label: string): void
  onEnter(): void
}

export function NameField({ label, isFixed, isFirst, onChange, onEnter }: NameFieldProps) {
  const hintId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [takesFocus] = useState(isFirst)
  const fault = label === '' ? undefined : findNameFault(label)
  // A short name is no error yet: the person is still typing.
  const isWrong = fault !== undefined && fault !== 'short'

  useLayoutEffect(() => {
    if (takesFocus) input.current?.focus({ preventScroll: true })
  }, [takesFocus])

  return (
    <div>
      <div className="search-field name-field" dir="ltr">
        <input
          ref={input}
          type="text"
          inputMode="text"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="done"
          aria-label={texts.name}
          aria-describedby={hintId}
          aria-invalid={isWrong || undefined}
          placeholder={texts.placeholder}
          readOnly={isFixed}
          value={label}
          onKeyDown={(event) => event.key === 'Enter' && !isComposing(event) && onEnter()}
          onChange={(event) => onChange(toLabel(event.target.value))}
        />
        <bdi className="zone">{SUFFIX}</bdi>
      </div>
      <p id={hintId} className={isWrong ? 'hint wrong' : 'hint'} role={isWrong ? 'alert' : undefined}>
        {fault ? t(texts.faults[fault], { n: MAX_LABEL_LENGTH }) : texts.rules}
      </p>
    </div>
  )
}

/** Normalises what was entered: lower case, and without the zone if somebody pastes a full name. */
function toLabel(text: string): string {
  const label = text.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return label.endsWith(`.${NAME_ZONE}`) ? label.slice(0, -NAME_ZONE.length - 1) : label
}
