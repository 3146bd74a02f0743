/** What keeps a payment from its wallet: an obstacle, or something that a person has to agree to first. */
import { type PreparedTransfer, type ReceiverWarning, warningLevels } from '../core/payments/transfer.ts'

/** What has to be agreed to before the wallet is asked. */
export type Doubt =
  /** A receiver where the money is probably lost, or an imitation of another one. */
  | ReceiverWarning
  /** The chain would move another amount than the one that was accepted before: base units. */
  | { code: 'amount_changed'; before: bigint }
  /** A swap would bring less than was accepted before: base units of what comes. */
  | { code: 'minimum_lowered'; before: bigint }
  /** A swap loses this share of the worth, for example 0.07; undefined where a price is not known. */
  | { code: 'price_impact'; impact: number | undefined }

/** simulation_failed: a trial run fails. funds, fee: too little of what leaves, or of the network's own coin. */
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
 * Equal for doubts that are agreed to together. Consent to an address of the history alone is none to one that was paid,
 * and consent counts for the price impact that was shown, not for a larger one.
 * @param receiver the address that is warned of
 */
export function getDoubtKey(doubt: Doubt, receiver = ''): string {
  if (doubt.code === 'price_impact')
    return `${doubt.code} ${doubt.impact === undefined ? 'unknown' : Math.ceil(doubt.impact * 100)}`
  if ('before' in doubt) return `${doubt.code} ${doubt.before}`
  const isClaimed = doubt.code === 'look_alike' && doubt.isClaimed
  return `${doubt.code} ${isClaimed} ${receiver}`
}
