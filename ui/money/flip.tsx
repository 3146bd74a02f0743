/** The amount in the other unit (token or currency), below an amount field. Pressing it switches the field to that unit. */
import { Icon } from '../components/icon.tsx'
import { Trans } from '../components/trans.tsx'
import { addSheet } from '../base/sheets.ts'
import { t } from '../base/texts.ts'
import css from './flip.css?inline'

addSheet(css)

interface FlipProps {
  /** Undefined if there is no amount to show. */
  amount: string | undefined
  /** A sentence that contains the amount. Default: the amount alone. */
  message?: `${string}{amount}${string}`
  /** Accessible name, which says what pressing does. */
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
      // Keep the focus in the field, so that a phone's keyboard stays open.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onFlip}
    >
      <Icon name="flip" size={16} />
      <span>{amount ? <Trans message={message} amount={<bdi dir="ltr">{amount}</bdi>} /> : label}</span>
    </button>
  )
}
