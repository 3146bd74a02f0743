/**
 * Amounts of a Solana token whose mint multiplies what wallets show. Accounts hold raw amounts; what is typed and shown is
 * the raw amount times the multiplier, cut off at the token's last decimal. All in whole numbers: floats lose digits.
 */

/** The multiplier of a token's mint; tokens without one have none. */
export interface Multiplier {
  /** Decimal digits, such as `10` or `0.25`; positive. */
  text: string
  /** The same as a fraction. */
  numerator: bigint
  denominator: bigint
}

/** A multiplier outside this range is a mistake or a trap, and JavaScript writes it with an exponent. */
const [MIN_FACTOR, MAX_FACTOR] = [1e-6, 1e18]

/** Undefined for an invalid multiplier. */
export function toMultiplier(value: number): Multiplier | undefined {
  return value >= MIN_FACTOR && value <= MAX_FACTOR ? readMultiplier(String(value)) : undefined
}

/** Undefined for a text of another form. */
export function readMultiplier(text: string): Multiplier | undefined {
  if (!/^\d{1,20}(\.\d{1,30})?$/.test(text)) return undefined
  const [whole = '', fraction = ''] = text.split('.')
  const numerator = BigInt(whole + fraction)
  return numerator > 0n ? { text, numerator, denominator: 10n ** BigInt(fraction.length) } : undefined
}

/** What wallets show for a raw amount. */
export function toShown(raw: bigint, { numerator, denominator }: Multiplier): bigint {
  return (raw * numerator) / denominator
}

/** The raw amount that is shown as exactly `shown`; if there is none, the largest that is shown as less. */
export function toRaw(shown: bigint, multiplier: Multiplier): bigint {
  const { numerator, denominator } = multiplier
  const above = (shown * denominator + numerator - 1n) / numerator
  return toShown(above, multiplier) === shown ? above : (shown * denominator) / numerator
}
