/** An amount that is typed in dollars, and what it is in a token at the token's price. */

/** Of an amount in dollars: it is typed in cents at most. */
export const FIAT_DECIMALS = 2

/** Of prices as they are counted with here. */
const PRICE_DECIMALS = 18

/** What may be cut off of an amount is worth less than a hundredth of a cent. */
const HUNDREDTHS = 100n

/**
 * How much of the token is worth so much, cut to the digits that count: never more than was typed, and less by less than a
 * hundredth of a cent. Undefined for a price that can be none.
 * @param cents `FIAT_DECIMALS` of a dollar
 * @param price US dollars for one
 * @param decimals of the token
 * @returns base units
 */
export function toBaseUnits(cents: bigint, price: number, decimals: number): bigint | undefined {
  const each = readPrice(price)
  if (each === undefined) return undefined
  const perCent = 10n ** BigInt(decimals + PRICE_DECIMALS - FIAT_DECIMALS)
  const exact = (cents * perCent) / each
  let step = 1n
  while (step * 10n * each * HUNDREDTHS <= perCent) step *= 10n
  return exact - (exact % step)
}

/** What an amount of the token is worth, to the nearest cent. Undefined for a price that can be none. @param amount base units */
export function toCents(amount: bigint, price: number, decimals: number): bigint | undefined {
  const each = readPrice(price)
  const perCent = 10n ** BigInt(decimals + PRICE_DECIMALS - FIAT_DECIMALS)
  return each === undefined ? undefined : (2n * amount * each + perCent) / (2n * perCent)
}

/**
 * A price with `PRICE_DECIMALS`, in the shortest decimal form that tells it from other numbers: $1 at 0.1 is exactly 10.
 * Undefined for one that can be none.
 */
export function readPrice(price: number): bigint | undefined {
  if (!(price > 0 && price < 1e15)) return undefined
  const [figure = '', exponent] = price.toExponential().split('e')
  const [whole, rest = ''] = figure.split('.')
  const places = PRICE_DECIMALS + Number(exponent) - rest.length
  const digits = BigInt(whole + rest)
  if (places >= 0) return digits * 10n ** BigInt(places)
  // Digits beyond those that are counted with make it the next higher one: no amount is worth more than was typed.
  const units = digits / 10n ** BigInt(-places)
  return units === 0n ? undefined : units + 1n
}
