/**
 * Checks an answer of GET /v1/account/{address}/balance in one pass, by hand: a schema library would cost as much as
 * parsing the JSON. `test/worker/portfolio/balances-schema.ts` says the same as a schema, and a property test
 * shows that both agree on any input.
 */
import { MAX_DECIMALS } from '../../src/core/amount.ts'
import { toCaipKey } from '../../src/core/caip.ts'
import { BillfoldError } from '../../src/core/errors.ts'
import { parseOrNone } from '../parse-or-none.ts'
import { isRecord } from '../../src/core/shapes.ts'

/** One usable item, as it is kept: plain data with the amount as the API writes it. */
export interface Balance {
  name: string
  symbol: string
  /** CAIP-10 of the contract; absent for the network's own coin. */
  address?: string
  /** Decimal text without sign or exponent. */
  numeric: string
  /** 0 to 77. */
  decimals: number
  /** Worth of the whole amount in the answer's currency; absent when there is no usable price. */
  value?: number
  /** Of one; absent when there is no usable price. */
  price?: number
  iconUrl?: string
}

export interface CheckedBalances {
  balances: Balance[]
  /** Items that were not usable. */
  dropped: number
}

/** More than any currency has of anything: a figure above it is a mistake or a lie, and no price. */
const MOST_FIAT = 1e15
const TEXT_LIMIT = 1_000

/**
 * Items of other networks are left out; they are not counted as dropped.
 * @throws bad_envelope
 */
export function checkBalances(answer: unknown, chainId: string): CheckedBalances {
  const items = isRecord(answer) ? answer['balances'] : undefined
  if (!Array.isArray(items)) {
    throw new BillfoldError('bad_envelope', 'The balances are not what was expected.', {
      category: 'DATA_PARSING_ERROR',
    })
  }
  const balances: Balance[] = []
  const seen = new Set<string>()
  let dropped = 0
  for (const item of items as unknown[]) {
    const balance = checkItem(item)
    if (!balance) dropped += 1
    else if ((chainOf(item as Record<string, unknown>) ?? chainId) === chainId) {
      // The first one counts: a second would double the sum.
      const id = balance.address ? toCaipKey(balance.address) : ''
      if (seen.has(id)) dropped += 1
      else balances.push(balance)
      seen.add(id)
    }
  }
  return { balances, dropped }
}

function checkItem(item: unknown): Balance | undefined {
  if (!isRecord(item)) return undefined
  const { name, symbol, quantity, iconUrl } = item
  const address = item['address'] ?? undefined
  const chainId = item['chainId'] ?? undefined
  if (!isRecord(quantity) || !(chainId === undefined || isNetwork(chainId))) return undefined
  const { numeric, decimals } = quantity
  if (typeof decimals !== 'string' || !/^\d{1,2}$/.test(decimals)) return undefined
  // A price that is no price says nothing about the amount: the item stays, without it.
  // Nor does 0, with which the service says that it knows none.
  const { value, price } = item['price'] === 0 ? ({} as typeof item) : item
  const balance = {
    name,
    symbol,
    ...(address === undefined ? {} : { address }),
    numeric,
    decimals: Number(decimals),
    ...(isFiat(value) ? { value } : {}),
    ...(isFiat(price) ? { price } : {}),
    ...(isText(iconUrl) ? { iconUrl } : {}),
  }
  return isBalance(balance, chainId) ? balance : undefined
}

/** Balances as they were kept. Undefined for what is anything else. */
export function parseBalances(text: unknown, caipNetworkId: string): Balance[] | undefined {
  const balances = parseOrNone(text)
  const isOwn = (item: unknown): item is Balance => isRecord(item) && isBalance(item, caipNetworkId)
  return Array.isArray(balances) && balances.every(isOwn) ? balances : undefined
}

function isBalance(
  item: Record<string, unknown>,
  caipNetworkId: string | undefined,
): item is typeof item & Balance {
  const { name, symbol, address, numeric, decimals, value, price, iconUrl } = item
  return (
    isText(name) &&
    isText(symbol) &&
    (address === undefined || isContract(address, caipNetworkId)) &&
    isAmount(numeric) &&
    Number.isInteger(decimals) &&
    (decimals as number) >= 0 &&
    (decimals as number) <= MAX_DECIMALS &&
    (value === undefined || isFiat(value)) &&
    (price === undefined || isFiat(price)) &&
    (iconUrl === undefined || isText(iconUrl))
  )
}

function chainOf({ chainId, address }: Record<string, unknown>): string | undefined {
  if (typeof chainId === 'string') return chainId
  return typeof address === 'string' ? address.slice(0, address.lastIndexOf(':')) : undefined
}

/** CAIP-10, on the item's own network if it names one. */
function isContract(value: unknown, chainId: string | undefined): value is string {
  if (typeof value !== 'string' || value.length > 200 || !/^[^:]+:[^:]+:[^:]+$/.test(value)) return false
  return chainId === undefined || value.startsWith(`${chainId}:`)
}

/** No sign, no exponent, no NaN; 2^256 has 78 digits. */
function isAmount(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,78}(\.\d{1,80})?$/.test(value)
}

function isFiat(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= MOST_FIAT
}

/** CAIP-2. */
function isNetwork(value: unknown): value is string {
  return typeof value === 'string' && /^[^:]+:[^:]+$/.test(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= TEXT_LIMIT
}
