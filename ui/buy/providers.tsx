/** The providers that sell the chosen token. A provider with a quote shows its amount. */
import { formatFiat } from '../../src/core/text/amount.ts'
import type { Namespace } from '../../src/core/chains/caip.ts'
import { type OnRampQuote, sumFees } from '../../src/core/payments/onramp.ts'
import type { OnRampProvider } from '../../src/core/payments/onramp-providers.ts'
import { choose, getOnly } from '../../src/onramp/choice.ts'
import { useShell } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import { Mark } from '../components/mark.tsx'
import { formatUnit } from '../money/format-amount.ts'
import { formatQuote } from '../money/format-quote.ts'
import type { Chosen } from './amount.tsx'
import { texts } from './texts.ts'

interface ProvidersProps {
  providers: readonly OnRampProvider[]
  read: Chosen
  /** The quote of Coinbase, the only provider whose quotes the API returns. Undefined while it loads. */
  quote: OnRampQuote | undefined
  namespace: Namespace
}

export function Providers({ providers, read, quote, namespace }: ProvidersProps) {
  const { symbol } = read.chosen.offer.currency
  return (
    <div className="leaf" role="radiogroup" aria-label={texts.where} part="leaf">
      {providers.map((one) => (
        <Provider
          key={one.name}
          provider={one}
          symbol={symbol}
          only={getOnly(one, namespace)}
          isSelected={one === read.provider}
          price={one.name !== 'coinbase' ? 'none' : read.fault ? 'waits' : (quote ?? 'asked')}
          amount={read.amount}
        />
      ))}
    </div>
  )
}

interface ProviderProps {
  provider: OnRampProvider
  symbol: string
  /** The only token that the provider sells; undefined if it sells all offered tokens. */
  only: string | undefined
  isSelected: boolean
  /** none: the provider has no quotes. waits: no amount is entered. asked: the quote is loading. */
  price: OnRampQuote | 'none' | 'waits' | 'asked'
  amount: number | undefined
}

function Provider({ provider, symbol, only, isSelected, price, amount }: ProviderProps) {
  const shell = useShell()
  const { name, label, feeRange } = provider
  const isUnable = only !== undefined && only !== symbol
  const fees = typeof price === 'object' ? sumFees(price) : undefined
  return (
    <button
      type="button"
      role="radio"
      aria-checked={isSelected}
      className="row buy-provider"
      part="row"
      disabled={isUnable}
      onClick={() => choose(shell, { provider: name })}
    >
      <Mark name={label} url={undefined} size={36} shape="square" />
      <span className="row-text">
        <span className="row-title">{label}</span>
        <span className="row-detail">
          {fees !== undefined && typeof price === 'object'
            ? t(texts.fees, { amount: formatMoney(fees, price.paymentTotal.currency, shell.locale) })
            : t(texts.fee, { range: feeRange })}
        </span>
      </span>
      <span className="row-end">
        {isUnable ? (
          <>
            <span className="row-title quiet">{t(texts.doesNotSell, { token: symbol })}</span>
            <span className="row-detail">{t(texts.sellsOnly, { token: only })}</span>
          </>
        ) : (
          <Price price={price} amount={amount} symbol={symbol} provider={label} />
        )}
      </span>
    </button>
  )
}

/**
 * How much of the token the provider offers for the payment. The amounts of a placeholder quote are not shown, since
 * they are not real.
 */
function Price({
  price,
  amount,
  symbol,
  provider,
}: Pick<ProviderProps, 'price' | 'amount'> & { symbol: string; provider: string }) {
  const { locale } = useShell()
  const shownThere = <span className="row-detail">{t(texts.shownThere, { provider })}</span>
  if (price === 'waits') return null
  if (price === 'asked') return <i className="skeleton buy-price" role="img" aria-label={texts.asking} />
  if (price === 'none') return shownThere
  if (price.isPlaceholder)
    return (
      <>
        <span className="row-title quiet">{texts.unavailable}</span>
        {shownThere}
      </>
    )
  const { paymentTotal, purchaseAmount } = price
  return (
    <>
      <bdi className="row-title" dir="ltr">
        {formatUnit(formatQuote(purchaseAmount.amount, locale), symbol)}
      </bdi>
      <span className="row-detail">
        {Number(paymentTotal.amount) === amount
          ? texts.allIncluded
          : t(texts.inAll, { amount: formatMoney(paymentTotal.amount, paymentTotal.currency, locale) })}
      </span>
    </>
  )
}

function formatMoney(amount: string, currency: string, locale: string | undefined): string {
  return formatFiat(Number(amount), locale ?? 'en', currency)
}
