/** Turns checked balances into what a view shows: rows in their order, the sum, the network's own coin. */
import { formatAmount, formatFiat, formatFull, parseDecimalCutOff } from '../../src/core/amount.ts'
import type { NativeBalance, TokenRow } from '../../src/core/portfolio.ts'
import { cleanText } from '../../src/core/text.ts'
import { safeUrl } from '../../src/core/url.ts'
import type { Balance } from './check-balances.ts'

export interface Portfolio {
  /** Worth most first; the group `other` last. */
  rows: TokenRow[]
  /** Undefined when no row has a price. */
  value: number | undefined
  native: NativeBalance | undefined
  otherFrom: number
}

/** Keeps a page of rows below the limit of a message. */
const ICON_LIMIT = 400
/** The largest amount that a contract can hold. */
const MOST = 2n ** 256n - 1n

/** `locale`: BCP 47. Balances whose amount no contract could hold are left out, and counted in `dropped`. */
export function toPortfolio(
  balances: readonly Balance[],
  caipNetworkId: string,
  locale: string,
): Portfolio & { dropped: number } {
  const known = balances.flatMap((balance) => {
    const amount = readAmount(balance)
    return amount === undefined ? [] : [{ balance, amount }]
  })
  const worth = ({ balance }: { balance: Balance }) => balance.value ?? -1
  known.sort((a, b) => worth(b) - worth(a))
  const main = known.filter(({ balance }) => balance.decimals > 0)
  // Without decimals it is rarely money: shown apart, part of no sum (A103, T11).
  const other = known.filter(({ balance }) => balance.decimals === 0)
  const rows = [
    ...main.map((item) => toRow(item.balance, item.amount, 'main', caipNetworkId, locale)),
    ...other.map((item) => toRow(item.balance, item.amount, 'other', caipNetworkId, locale)),
  ]
  const values = main.flatMap(({ balance }) => (balance.value === undefined ? [] : [balance.value]))
  const native = rows.find((row) => row.kind === 'native' && row.group === 'main')
  return {
    rows,
    value: values.length > 0 ? values.reduce((sum, value) => sum + value, 0) : undefined,
    native: native && {
      symbol: native.symbol,
      amount: native.amount,
      decimals: native.decimals,
      text: native.text,
      full: native.full,
    },
    otherFrom: main.length,
    dropped: balances.length - known.length,
  }
}

function toRow(
  balance: Balance,
  amount: bigint,
  group: TokenRow['group'],
  caipNetworkId: string,
  locale: string,
): TokenRow {
  const { address, decimals } = balance
  const name = cleanText(balance.name)
  const symbol = cleanText(balance.symbol, 24)
  const iconUrl = safeUrl(balance.iconUrl)
  return {
    id: address ?? caipNetworkId,
    kind: address === undefined ? 'native' : 'token',
    group,
    name: name.text,
    symbol: symbol.text,
    unusual: name.unusual || symbol.unusual,
    ...(iconUrl && iconUrl.length <= ICON_LIMIT ? { iconUrl } : {}),
    amount,
    decimals,
    text: formatAmount(amount, decimals, locale),
    full: formatFull(amount, decimals),
    ...(balance.value === undefined ? {} : { value: formatFiat(balance.value, locale) }),
    ...(balance.price === undefined ? {} : { price: formatFiat(balance.price, locale) }),
  }
}

/** Base units. Digits beyond the token's own decimals cannot exist on the chain and are cut off. */
export function readAmount({ numeric, decimals }: Balance): bigint | undefined {
  const amount = parseDecimalCutOff(numeric, decimals)
  return amount === undefined || amount > MOST ? undefined : amount
}
