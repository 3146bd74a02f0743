/** An amount in the other of two units, below the field for it. Pressed, the other one is entered. */
import { Icon } from '../components/icon.tsx'
import { Trans } from '../components/trans.tsx'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import css from './flip.css?inline'

addSheet(css)

interface FlipProps {
  /** Undefined: there is no amount to show. */
  amount: string | undefined
  /** What is said of the amount. Default: the amount alone. */
  message?: `${string}{amount}${string}`
  /** What pressing does. */
  label: string
  onFlip(): void
}

export function Flip({ amount, message = '{amount}', label, onFlip }: FlipProps) {
  return (
    <button
      type="button"
      className="flip"
      part="flip"
      aria-label={amount && `${t(message, { amount })}. ${label}`}
      title={label}
      // The field keeps the focus, and a phone its keys.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onFlip}
    >
      <Icon name="flip" size={16} />
      <span>{amount ? <Trans message={message} amount={<bdi dir="ltr">{amount}</bdi>} /> : label}</span>
    </button>
  )
}
