/** The obstacles and the required consents of a payment. */
import { type PreparedTransfer, type ReceiverWarning, warningLevels } from '../core/payments/transfer.ts'

/** A consent that the user must give before the wallet is asked. */
export type RequiredConsent =
  /** The money is probably lost at this receiver, or the receiver imitates another address. */
  | ReceiverWarning
  /** The transfer would move a different amount than the accepted one, which is `before`. Base units. */
  | { code: 'amount_changed'; before: bigint }
  /** The swap would bring less than the accepted minimum, which is `before`. Base units of the bought token. */
  | { code: 'minimum_lowered'; before: bigint }
  /** The swap loses this share of its value, such as 0.07. Undefined if a price is unknown. */
  | { code: 'price_impact'; impact: number | undefined }

/**
 * simulation_failed: the simulation fails. funds: too little of the sent token. fee: too little of the native token for
 * the fee.
 */
export type Obstacle = 'simulation_failed' | 'funds' | 'fee'

/** Why the payment would certainly fail. Undefined if no obstacle is known. */
export function findObstacle({
  simulation,
  shortage,
}: Pick<PreparedTransfer, 'simulation' | 'shortage'>): Obstacle | undefined {
  return shortage ?? (simulation.status === 'failed' ? 'simulation_failed' : undefined)
}

export function isDanger({ code }: ReceiverWarning): boolean {
  return warningLevels[code] === 'danger'
}

/**
 * The key of a consent: consents with the same key are given together. A look-alike of an address in the history and a
 * look-alike of a paid address need separate consents. A price impact is accepted up to the next whole percent.
 * @param receiver the address of the warning
 */
export function getConsentKey(consent: RequiredConsent, receiver = ''): string {
  if (consent.code === 'price_impact')
    return `${consent.code} ${consent.impact === undefined ? 'unknown' : Math.ceil(consent.impact * 100)}`
  if ('before' in consent) return `${consent.code} ${consent.before}`
  const isClaimed = consent.code === 'look_alike' && consent.isClaimed
  return `${consent.code} ${isClaimed} ${receiver}`
}
