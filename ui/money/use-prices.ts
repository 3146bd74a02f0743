/** Prices of tokens in US dollars, requested again while the view is open. */
import { useEffect, useState } from 'react'
import { formatFiat, formatFull } from '../../src/core/text/amount.ts'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import { nativeToken } from '../../src/core/assets/prices.ts'
import type { TransferToken } from '../../src/core/payments/transfer.ts'
import { useShell } from '../base/shell-context.ts'
import { getLocale } from '../../src/base/locale.ts'

/** Interval of the price requests. Milliseconds. */
const AGAIN = 30_000

/** Formats an amount in dollars; undefined if the token's price is unknown. `decimals`: those of the amount. */
export type FormatFiat = (
  token: CaipAddress | undefined,
  amount: bigint,
  decimals: number,
) => string | undefined

export function useFiatFormat(tokens: readonly (CaipAddress | undefined)[]): FormatFiat {
  const shell = useShell()
  const { get } = usePrices(tokens)
  return (token, amount, decimals) => {
    const price = get(token)
    return price === undefined ? undefined : formatWorth(amount, decimals, price, getLocale(shell))
  }
}

/**
 * The value of an amount, for display only. Rounds to a tenth of a cent first, so that an amount computed from $25
 * shows $25, not $24.99.
 */
export function formatWorth(amount: bigint, decimals: number, price: number, locale: string): string {
  const worth = Number(formatFull(amount, decimals)) * price
  return formatFiat(Number(worth.toFixed(3)) || worth, locale)
}

export interface KnownPrices {
  /** US dollars for one token; undefined if unknown. */
  get(token: CaipAddress | undefined): number | undefined
  /** Whether the first request for these tokens is still running. */
  isReading: boolean
  /** Whether the last request failed, so that these are earlier prices. */
  isOld: boolean
}

export function usePrices(tokens: readonly (CaipAddress | undefined)[]): KnownPrices {
  const { call } = useShell()
  const key = JSON.stringify(tokens.filter((token) => token !== undefined).map(lower))
  const [known, setKnown] = useState<{
    key: string
    prices: ReadonlyMap<string, number>
    isOld?: boolean
  }>()
  useEffect(() => {
    const controller = new AbortController()
    const asked = JSON.parse(key) as CaipAddress[]
    if (asked.length === 0) return undefined
    const ask = () =>
      call('prices', { tokens: asked }, { signal: controller.signal }).then(
        (known) =>
          controller.signal.aborted ||
          setKnown({ key, prices: new Map(known.map(({ token, price }) => [lower(token), price])) }),
        () =>
          controller.signal.aborted ||
          setKnown((last) => (last?.key === key ? { ...last, isOld: true } : { key, prices: new Map() })),
      )
    void ask()
    const timer = setInterval(() => void ask(), AGAIN)
    return () => {
      clearInterval(timer)
      controller.abort()
    }
  }, [call, key])
  return {
    get: (token) => (token && known?.key === key ? known.prices.get(lower(token)) : undefined),
    isReading: known?.key !== key,
    isOld: known?.isOld === true,
  }
}

/** The id of the token for the price call; undefined without a token. */
export function toPriced(token: TransferToken | undefined, account: CaipAddress): CaipAddress | undefined {
  if (token?.kind === 'token') return token.id as CaipAddress
  return token && nativeToken(account.slice(0, account.lastIndexOf(':')) as `${string}:${string}` as never)
}

function lower(token: CaipAddress): CaipAddress {
  return token.startsWith('eip155:') ? (token.toLowerCase() as CaipAddress) : token
}
