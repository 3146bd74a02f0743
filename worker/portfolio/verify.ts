/** Finds unverified tokens of an account, with the reason. */
import { toCaipKey } from '../../src/core/chains/caip.ts'
import { toSkeleton } from '../../src/core/text/unicode-skeleton.ts'
import type { UnverifiedToken } from '../../src/core/assets/portfolio.ts'
import { getNameReason } from '../base/spam.ts'
import type { Balance } from './check-balances.ts'
import { knownTokens } from './known-tokens.ts'

interface Bearer {
  symbol: string
  /** CAIP-10 keys of the contracts; the native token has none. */
  contracts: Set<string>
  /**
   * Whether the symbol belongs to a listed token or the native token. Then any other token with this symbol is an
   * imitation, even if it has a price.
   */
  isKnown: boolean
}

/**
 * The properties by which a token is judged. `address`: CAIP-10; absent for the native token. `price`: absent if unknown.
 */
export type VerifiedToken = Pick<Balance, 'name' | 'symbol' | 'address' | 'price'>

/**
 * Returns a function that judges each balance of an answer: the reason why it is unverified; undefined if it is verified.
 * Listed contracts are always verified. Another token with a price is unverified only if its symbol equals or resembles a
 * listed symbol or that of the native token. `listed`: contracts by symbol.
 */
export function createVerifier(
  balances: readonly VerifiedToken[],
  caipNetworkId: string,
  listed = knownTokens[caipNetworkId] ?? {},
): (balance: VerifiedToken) => UnverifiedToken | undefined {
  const bearers = findBearers(balances, caipNetworkId, listed)
  return ({ name, symbol, address, price }) => {
    const contract = address && toCaipKey(address)
    const bearer = bearers.get(toSkeleton(symbol))
    if (!contract || (bearer?.isKnown && bearer.contracts.has(contract))) return undefined
    const isOther = bearer && !bearer.contracts.has(contract)
    if (isOther && (bearer.isKnown || price === undefined))
      return { reason: 'imitation', imitates: bearer.symbol }
    const reason = price === undefined ? getNameReason(name, symbol) : undefined
    return reason && { reason }
  }
}

/** The contracts that may use each symbol, by a form of the symbol that is equal for look-alikes. */
function findBearers(
  balances: readonly VerifiedToken[],
  caipNetworkId: string,
  listed: Readonly<Record<string, readonly string[]>>,
): Map<string, Bearer> {
  const bearers = new Map<string, Bearer>()
  const add = (symbol: string, contracts: readonly string[], isKnown: boolean) => {
    const form = toSkeleton(symbol)
    const bearer = bearers.get(form) ?? { symbol, contracts: new Set(), isKnown }
    // Skip symbols that consist of emoji or signs: their form is empty. A listed token takes precedence, with all its
    // contracts.
    if (form && (isKnown || !bearer.isKnown)) bearers.set(form, bearer)
    if (bearer.isKnown === isKnown)
      for (const contract of contracts) bearer.contracts.add(toCaipKey(contract))
  }
  for (const [symbol, contracts] of Object.entries(listed)) {
    add(
      symbol,
      contracts.map((contract) => `${caipNetworkId}:${contract}`),
      true,
    )
  }
  for (const { symbol, address } of balances) if (address === undefined) add(symbol, [], true)
  for (const { symbol, address, price } of balances)
    if (address !== undefined && price !== undefined) add(symbol, [address], false)
  return bearers
}
