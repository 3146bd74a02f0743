/** A choice between two or three options. */
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
    <div className="segment" role="group" aria-label={label}>
      {options.map(([option, text]) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          disabled={disabled}
          onClick={() => onChange(option)}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
