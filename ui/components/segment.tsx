/** A control to choose one of two or three options. */
import { addSheet } from '../base/sheets.ts'
import type { IconName } from '../../src/base/icon-name.ts'
import { Icon } from './icon.tsx'
import css from './segment.css?inline'

addSheet(css)

interface SegmentProps<Choice extends string> {
  label: string
  choices: readonly (readonly [choice: Choice, words: string, icon?: IconName])[]
  selected: Choice
  onSelect(choice: Choice): void
}

export function Segment<Choice extends string>({ label, choices, selected, onSelect }: SegmentProps<Choice>) {
  return (
    <div className="segment" role="group" aria-label={label} part="segment">
      {choices.map(([choice, words, icon]) => (
        <button
          key={choice}
          type="button"
          aria-pressed={choice === selected}
          onClick={() => onSelect(choice)}
        >
          {icon && <Icon name={icon} size={18} />}
          {words}
        </button>
      ))}
    </div>
  )
}
