/** An amount in the other of two units, below the field for it. Pressed, the other one is entered. */
import { Icon } from '../components/icon.tsx'
import { addSheet } from '../base/sheets.ts'
import css from './flip.css?inline'

addSheet(css)

interface FlipProps {
  /** Undefined: there is no amount to show. */
  amount: string | undefined
  /** What pressing does. */
  label: string
  onFlip(): void
}

export function Flip({ amount, label, onFlip }: FlipProps) {
  return (
    <button
      type="button"
      className="flip"
      part="flip"
      aria-label={amount && `${amount}. ${label}`}
      title={label}
      // The field keeps the focus, and a phone its keys.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onFlip}
    >
      <Icon name="flip" size={16} />
      <bdi dir="ltr">{amount ?? label}</bdi>
    </button>
  )
}
