/**
 * Conversion between token amounts and US dollars, which are bigint cents here. All arithmetic uses integers: a price
 * is read as its shortest decimal form, so that $1 at a price of 0.1 is exactly 10.
 */

/** Decimals of dollars in entered and shown amounts. */
export const DOLLAR_DECIMALS = 2

/** Tenths of a cent in a dollar. `toCents` rounds to the nearest tenth, then down to a cent. */
const TENTHS = 1_000n
/** Hundredths of a cent in a dollar. Rounding in `toTokenAmount` loses less than a hundredth of a cent. */
const HUNDREDTHS = 10_000n

interface Price {
  /** Price of one token in dollars, as `digits` / 10^`decimals`. */
  digits: bigint
  decimals: number
}

/**
 * Converts dollars to a token amount in base units. Rounds down to as few digits as possible, at a loss of less than a
 * hundredth of a cent: $25 at 3000.1 is 0.00833305, at 0.00001 it is 2500000. Undefined for an invalid price.
 * @param price US dollars for one token
 */
export function toTokenAmount(cents: bigint, price: number, decimals: number): bigint | undefined {
  const each = readPrice(price)
  if (!each) return undefined
  const one = 10n ** BigInt(decimals + each.decimals)
  const exact = (cents * one) / (each.digits * 100n)
  // Base units that are worth a hundredth of a cent. The amount is rounded down to a multiple of the largest power of
  // ten that does not exceed this number.
  const slack = String(one / (each.digits * HUNDREDTHS))
  return slack === '0' ? exact : exact - (exact % 10n ** BigInt(slack.length - 1))
}

/**
 * The value of a token amount in whole cents, rounded down. A value within 0.05 cents of the next cent rounds up, so
 * that an amount entered as $25 is worth $25. Undefined for an invalid price.
 * @param amount base units
 * @param price US dollars for one token
 */
export function toCents(amount: bigint, decimals: number, price: number): bigint | undefined {
  const each = readPrice(price)
  if (!each) return undefined
  const one = 10n ** BigInt(decimals + each.decimals)
  const tenths = (2n * amount * each.digits * TENTHS + one) / (2n * one)
  return tenths / 10n
}

/** The price as an exact decimal; undefined if it is invalid. @param price US dollars for one token */
export function readPrice(price: number): Price | undefined {
  if (!(price > 0 && price < 1e15)) return undefined
  // Without an argument, `toExponential` returns as many digits as necessary.
  const [figure = '', exponent] = price.toExponential().split('e')
  const [whole, rest = ''] = figure.split('.')
  const digits = BigInt(whole + rest)
  const decimals = rest.length - Number(exponent)
  return decimals < 0 ? { digits: digits * 10n ** BigInt(-decimals), decimals: 0 } : { digits, decimals }
}
