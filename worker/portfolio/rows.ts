/** Turns validated balances into the data of the view: sorted rows, their total value, and the native token. */
import { formatAmount, formatFiat, formatFull, parseDecimalCutOff } from '../../src/core/text/amount.ts'
import { toCaipKey } from '../../src/core/chains/caip.ts'
import type { NativeBalance, TokenRow, UnverifiedToken } from '../../src/core/assets/portfolio.ts'
import { cleanText } from '../../src/core/text/text.ts'
import { safeUrl } from '../../src/core/text/url.ts'
import type { Balance } from './check-balances.ts'
import { createVerifier } from './verify.ts'

export interface Portfolio {
  /** Rows of the group `main` with the most valuable first, then those of `other`, then those of `unverified`. */
  rows: TokenRow[]
  /** Total value in the answer's currency. Undefined if no row has a price. */
  value: number | undefined
  native: NativeBalance | undefined
  /**
   * The token that the page names as the balance (`balanceToken`); null if the account does not hold it, absent if the page
   * names none.
   */
  named?: NativeBalance | null
  otherFrom: number
  unverifiedFrom: number
  /** Number of rows of the group `main` without a price. */
  unpriced: number
}

/**
 * Bytes in each row for texts and URLs from strangers, so that a hundred rows fit into one message. Pictures that do not
 * fit are left out; the rest of a row always fits.
 */
const ROOM = 600
/** Highest amount that a contract can store. */
const MAX_UINT256 = 2n ** 256n - 1n

interface Item {
  balance: Balance
  /** The whole amount, in base units. */
  amount: bigint
  unverified: UnverifiedToken | undefined
}

/** The data of the view. Balances above a uint256 are left out and counted in `dropped`. `locale`: BCP 47 language tag. */
export function toPortfolio(
  balances: readonly Balance[],
  caipNetworkId: string,
  locale: string,
  balanceToken?: string,
): Portfolio & { dropped: number } {
  const verify = createVerifier(balances, caipNetworkId)
  const items = balances.flatMap((balance): Item[] => {
    const amount = readAmount(balance)
    return amount === undefined ? [] : [{ balance, amount, unverified: verify(balance) }]
  })
  const fiatOf = ({ balance }: Item) => balance.value ?? -1
  items.sort((a, b) => fiatOf(b) - fiatOf(a))
  const take = (group: TokenRow['group']) => items.filter((item) => getGroup(item) === group)
  const main = take('main')
  const other = take('other')
  const rows = [...main, ...other, ...take('unverified')].map((item) => toRow(item, caipNetworkId, locale))
  const values = main.flatMap(({ balance }) => (balance.value === undefined ? [] : [balance.value]))
  const native = rows.find((row) => row.kind === 'native' && row.group === 'main')
  return {
    rows,
    value: values.length > 0 ? values.reduce((sum, value) => sum + value, 0) : undefined,
    native: native && toBalance(native),
    ...(balanceToken ? { named: findNamed(rows, `${caipNetworkId}:${balanceToken}`) } : {}),
    otherFrom: main.length,
    unverifiedFrom: main.length + other.length,
    unpriced: main.length - values.length,
    dropped: balances.length - items.length,
  }
}

/**
 * The balance of the token that the page names. The row may be in any group, since the page names the token by its
 * contract.
 */
function findNamed(rows: readonly TokenRow[], id: string): NativeBalance | null {
  const row = rows.find((one) => toCaipKey(one.id) === toCaipKey(id))
  return row ? toBalance(row) : null
}

function toBalance({ symbol, amount, decimals, text, full }: TokenRow): NativeBalance {
  return { symbol, amount, decimals, text, full }
}

/**
 * The group of a row. A token without decimals is rarely money, so it is shown separately and excluded from the total
 * (A103, T11).
 */
function getGroup({ balance, unverified }: Item): TokenRow['group'] {
  if (unverified) return 'unverified'
  return balance.decimals === 0 ? 'other' : 'main'
}

function toRow(item: Item, caipNetworkId: string, locale: string): TokenRow {
  const { balance, amount, unverified } = item
  const { address, decimals, value, price } = balance
  const name = cleanText(balance.name)
  const symbol = cleanText(balance.symbol, 24)
  const full = formatFull(amount, decimals)
  // The row contains the digits twice, and a character takes at most three bytes.
  const room = ROOM - 2 * full.length - 3 * (name.text.length + symbol.text.length)
  // Do not load the picture of an unverified token: its sender would learn that the account was viewed.
  const iconUrl = unverified ? undefined : safeUrl(balance.iconUrl)
  return {
    id: address ?? caipNetworkId,
    kind: address === undefined ? 'native' : 'token',
    group: getGroup(item),
    ...(unverified ? { unverified } : {}),
    name: name.text,
    symbol: symbol.text,
    unusual: name.unusual || symbol.unusual,
    ...(iconUrl && JSON.stringify(iconUrl).length <= room ? { iconUrl } : {}),
    amount,
    decimals,
    text: formatAmount(amount, decimals, locale),
    full,
    ...(value === undefined ? {} : { value, valueText: formatFiat(value, locale) }),
    ...(price === undefined ? {} : { price, priceText: formatFiat(price, locale) }),
  }
}

/**
 * The amount in base units. Cuts off digits beyond the token's decimals, which cannot exist on the chain. Undefined if it
 * exceeds a uint256.
 */
export function readAmount({ numeric, decimals }: Balance): bigint | undefined {
  const amount = parseDecimalCutOff(numeric, decimals)
  return amount === undefined || amount > MAX_UINT256 ? undefined : amount
}
