/** A choice among two or three. */
import type { ReactElement } from 'react'

export interface SegmentProps<T> {
  label: string
  options: readonly (readonly [value: T, text: string])[]
  value: T
  disabled?: boolean
  onChange(value: T): void
}

export function Segment<T extends string | number>({
  label,
  options,
  value,
  disabled = false,
  onChange,
}: SegmentProps<T>): ReactElement {
  return (
    <div className="segment" role="radiogroup" aria-label={label}>
      {options.map(([option, text]) => (
        <button
          key={option}
          type="button"
          role="radio"
          aria-checked={option === value}
          disabled={disabled}
          onClick={() => onChange(option)}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
