/**
 * Amounts of a Solana token whose mint multiplies the amounts that wallets show. Accounts hold raw amounts. People see
 * and enter the raw amount times the multiplier, cut off at the token's last decimal. All arithmetic uses integers,
 * since floats lose digits.
 */

/** The multiplier of a token's mint. Most tokens have none. */
export interface Multiplier {
  /** Decimal digits, such as `10` or `0.25`; positive. */
  text: string
  /** `text` as a fraction. */
  numerator: bigint
  denominator: bigint
}

/**
 * Smallest and largest accepted multiplier. Other values are a mistake or a trap, and JavaScript prints them with an
 * exponent.
 */
const [MIN_FACTOR, MAX_FACTOR] = [1e-6, 1e18]

/** Undefined for an invalid multiplier. */
export function toMultiplier(value: number): Multiplier | undefined {
  return value >= MIN_FACTOR && value <= MAX_FACTOR ? readMultiplier(String(value)) : undefined
}

/** Parses the decimal digits of a multiplier. Undefined for text of another form. */
export function readMultiplier(text: string): Multiplier | undefined {
  if (!/^\d{1,20}(\.\d{1,30})?$/.test(text)) return undefined
  const [whole = '', fraction = ''] = text.split('.')
  const numerator = BigInt(whole + fraction)
  return numerator > 0n ? { text, numerator, denominator: 10n ** BigInt(fraction.length) } : undefined
}

/** The amount that wallets show for a raw amount. */
export function toShown(raw: bigint, { numerator, denominator }: Multiplier): bigint {
  return (raw * numerator) / denominator
}

/**
 * The raw amount that is shown as exactly `shown`. If no raw amount is shown as exactly that, the largest raw amount
 * that is shown as less.
 */
export function toRaw(shown: bigint, multiplier: Multiplier): bigint {
  const { numerator, denominator } = multiplier
  const above = (shown * denominator + numerator - 1n) / numerator
  return toShown(above, multiplier) === shown ? above : (shown * denominator) / numerator
}
