/** Validates an answer of GET /v1/account/{address}/balance, and stored balances. */
import * as v from 'valibot'
import { MAX_DECIMALS } from '../../src/core/text/amount.ts'
import { toCaipKey } from '../../src/core/chains/caip.ts'
import { BillfoldError } from '../../src/core/base/errors.ts'
import {
  caipNetworkId,
  decimals,
  defined,
  json,
  orAbsent,
  parseOrNone,
  text,
} from '../../src/core/contract/schemas.ts'

/** Highest plausible value and price, in the answer's currency. A higher number is an error or a lie, and is not used. */
const MAX_FIAT = 1e15

const shortText = text(1_000)
const fiat = v.pipe(v.number(), v.minValue(0), v.maxValue(MAX_FIAT))
/** CAIP-10 id of a contract. */
const contract = v.pipe(text(200), v.regex(/^[^:]+:[^:]+:[^:]+$/))
/** Decimal text without sign and exponent; 2^256 has 78 digits. */
const numeric = v.pipe(v.string(), v.regex(/^\d{1,78}(\.\d{1,80})?$/))

/** One balance in its stored form: plain data, with the amount as the API returns it. */
const balance = v.object({
  name: shortText,
  symbol: shortText,
  /** CAIP-10 id of the contract; absent for the native token. */
  address: v.exactOptional(contract),
  numeric,
  decimals,
  /** Value of the whole amount in the answer's currency; absent without a usable price. */
  value: v.exactOptional(fiat),
  /** Price of one token in the answer's currency; absent without a usable price. */
  price: v.exactOptional(fiat),
  iconUrl: v.exactOptional(shortText),
})

export type Balance = v.InferOutput<typeof balance>

export interface CheckedBalances {
  balances: Balance[]
  /** Number of invalid items. */
  dropped: number
}

const answered = v.object({ balances: v.array(v.unknown()) })

/** An item of the answer. If only its price is invalid, the item stays without a price. */
const item = v.pipe(
  v.object({
    name: shortText,
    symbol: shortText,
    chainId: v.nullish(caipNetworkId),
    address: v.nullish(contract),
    quantity: v.object({
      numeric,
      decimals: v.pipe(v.string(), v.regex(/^\d{1,2}$/), v.transform(Number), v.maxValue(MAX_DECIMALS)),
    }),
    value: orAbsent(fiat),
    price: orAbsent(fiat),
    iconUrl: orAbsent(shortText),
  }),
  // The contract must be on the item's own network.
  v.check(({ address, chainId }) => !address || !chainId || address.startsWith(`${chainId}:`)),
)

/**
 * Validates an answer. Leaves out items of other networks; they are not counted as dropped.
 * @throws bad_envelope
 */
export function checkBalances(answer: unknown, chainId: string): CheckedBalances {
  const items = parseOrNone(answered, answer)?.balances
  if (!items) {
    throw new BillfoldError('bad_envelope', 'The balances have an unexpected format.', {
      category: 'DATA_PARSING_ERROR',
    })
  }
  const balances: Balance[] = []
  const seen = new Set<string>()
  let dropped = 0
  for (const one of items) {
    const read = parseOrNone(item, one)
    if (!read) dropped += 1
    else if ((chainOf(read) ?? chainId) === chainId) {
      // Keep only the first item of a token, since a second one would double the sum.
      const id = read.address ? toCaipKey(read.address) : ''
      if (seen.has(id)) dropped += 1
      else balances.push(toBalance(read))
      seen.add(id)
    }
  }
  return { balances, dropped }
}

function toBalance({ name, symbol, address, quantity, value, price, iconUrl }: v.InferOutput<typeof item>) {
  // The API returns 0 for an unknown price.
  const fiat = price === 0 ? {} : { value, price }
  return defined({ name, symbol, address: address ?? undefined, ...quantity, ...fiat, iconUrl })
}

function chainOf({ chainId, address }: v.InferOutput<typeof item>): string | undefined {
  return chainId ?? address?.slice(0, address.lastIndexOf(':'))
}

/** Parses stored balances. Undefined if they are invalid. */
export function parseBalances(kept: unknown, network: string): Balance[] | undefined {
  const balances = parseOrNone(json(v.array(balance)), kept)
  const isOwn = ({ address }: Balance) => address === undefined || address.startsWith(`${network}:`)
  return balances?.every(isOwn) ? balances : undefined
}
