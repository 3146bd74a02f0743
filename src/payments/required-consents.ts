/** The obstacles and required consents of a payment. */
import { type PreparedTransfer, type ReceiverWarning, warningLevels } from '../core/payments/transfer.ts'

/** A consent that the user must give before the wallet is asked. */
export type RequiredConsent =
  /** A receiver where the money is probably lost, or an imitation of another one. */
  | ReceiverWarning
  /** The chain would move another amount than the one that was accepted before: base units. */
  | { code: 'amount_changed'; before: bigint }
  /** A swap would bring less than was accepted before: base units of what comes. */
  | { code: 'minimum_lowered'; before: bigint }
  /** A swap loses this share of the worth, for example 0.07; undefined where a price is not known. */
  | { code: 'price_impact'; impact: number | undefined }

/** simulation_failed: a trial run fails. funds, fee: too little of what leaves, or of the native token. */
export type Obstacle = 'simulation_failed' | 'funds' | 'fee'

/** Why it could only fail; undefined where nothing is known against it. */
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
 * Warnings with the same key are agreed to together. A person who accepts an address that resembles one of the history
 * has not accepted one that resembles a paid address, and consent covers the price impact that was shown, not a larger one.
 * @param receiver the address that is warned of
 */
export function getConsentKey(consent: RequiredConsent, receiver = ''): string {
  if (consent.code === 'price_impact')
    return `${consent.code} ${consent.impact === undefined ? 'unknown' : Math.ceil(consent.impact * 100)}`
  if ('before' in consent) return `${consent.code} ${consent.before}`
  const isClaimed = consent.code === 'look_alike' && consent.isClaimed
  return `${consent.code} ${isClaimed} ${receiver}`
}
