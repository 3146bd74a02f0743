/** Lines of facts about a quote, for the form and the review. */
import { formatFull } from '../../src/core/text/amount.ts'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import { nativeToken } from '../../src/core/assets/prices.ts'
import {
  getImpact,
  getMinimumReceived,
  getProviderFee,
  getRate,
  needsConsent,
  PROVIDER_FEE,
  SLIPPAGE,
  type SwapDraft,
  type SwapQuote,
} from '../../src/core/payments/swap.ts'
import { Fact } from '../components/fact.tsx'
import { formatQuote } from '../money/format-quote.ts'
import { getLocale } from '../../src/base/locale.ts'
import { formatTokenAmount, formatUnit } from '../money/format-amount.ts'
import { usePrices, useFiatFormat } from '../money/use-prices.ts'
import { useShell } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import { texts as reviewTexts } from '../payments/review-texts.ts'
import { texts } from './texts.ts'

interface PriceFactsProps {
  account: ConnectedAccount
  draft: SwapDraft
  quote: SwapQuote
  /** Set in the review, which shows the minimum amount in another place. */
  isPrepared?: boolean
}

export function PriceFacts({ account, draft, quote, isPrepared }: PriceFactsProps) {
  const shell = useShell()
  const { from, to, amount } = draft
  const nativeAddress = nativeToken(account.caipNetworkId)
  const formatFiat = useFiatFormat([from.token, nativeAddress])
  const impact = useImpact(draft, quote.expected)
  const locale = getLocale(shell)
  const native = account.network?.nativeCurrency ?? { symbol: '', decimals: 18 }
  const { networkFee, provider, expected } = quote
  const kept = getProviderFee(amount)
  const least = getMinimumReceived(expected)
  const rate = getRate(draft, expected)
  return (
    <dl className="fact-list swap-facts">
      <Fact name={texts.rate}>
        <bdi dir="ltr">
          {t(texts.rateOf, {
            token: rate.of.symbol,
            amount: formatUnit(formatQuote(rate.amount, locale), rate.in.symbol),
          })}
        </bdi>
      </Fact>
      {!isPrepared && (
        <Fact name={texts.least}>
          <bdi dir="ltr" title={formatTokenAmount(least, to)}>
            {formatUnit(formatQuote(formatFull(least, to.decimals), locale), to.symbol)}
          </bdi>
          <span className="swap-quiet">{t(texts.slippage, { n: SLIPPAGE })}</span>
        </Fact>
      )}
      <Fact name={texts.impact}>
        {impact === 'reading' ? (
          <i className="skeleton swap-figure" />
        ) : (
          <span className={needsConsent(impact) ? 'swap-warn' : undefined}>
            {impact === undefined ? texts.impactUnknown : formatPercent(impact, locale)}
          </span>
        )}
      </Fact>
      <Fact name={texts.providerFee}>
        <bdi dir="ltr">
          {formatFiat(from.token, kept, from.decimals) ??
            formatUnit(formatQuote(formatFull(kept, from.decimals), locale), from.symbol)}
        </bdi>
        <span className="swap-quiet">
          {t(texts.providerPart, { n: Number(PROVIDER_FEE) / 100, provider })}
        </span>
      </Fact>
      <Fact name={reviewTexts.networkFee}>
        {networkFee === undefined ? (
          reviewTexts.feeUnknown
        ) : (
          <bdi dir="ltr" title={formatTokenAmount(networkFee, native)}>
            {formatFiat(nativeAddress, networkFee, native.decimals) ??
              formatUnit(formatQuote(formatFull(networkFee, native.decimals), locale), native.symbol)}
          </bdi>
        )}
      </Fact>
    </dl>
  )
}

/** The share of the sold value that the swap loses; undefined if a price is unknown. reading: prices are loading. */
export type Impact = number | 'reading' | undefined

export function useImpact(draft: SwapDraft, expected: bigint): Impact {
  const { from, to } = draft
  const { get, isReading } = usePrices([from.token, to.token])
  return isReading ? 'reading' : getImpact(draft, expected, { from: get(from.token), to: get(to.token) })
}

/** Rounds up, so that 0 % means that nothing is lost. */
export function formatPercent(share: number, locale: string): string {
  const rounded = Math.max(0, Math.ceil(share * 10_000 - 1e-6)) / 10_000
  return new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 2,
    numberingSystem: 'latn',
  }).format(rounded)
}
