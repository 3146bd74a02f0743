/** The field for the amount to send: in the token, or in dollars if the token's price is known. */
import { type CSSProperties, useEffect, useId, useRef } from 'react'
import { DOLLAR_DECIMALS, toCents } from '../../src/core/payments/dollars.ts'
import { formatMaxAmount, type TransferCheck, type TransferFee } from '../../src/core/payments/transfer.ts'
import { formatFiat, formatFull } from '../../src/core/text/amount.ts'
import { getLocale } from '../../src/base/locale.ts'
import {
  enter,
  enterDollars,
  flipAmount,
  followPrice,
  parseDollars,
  type SendForm,
} from '../../src/payments/send-form.ts'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import { useShell } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import { Icon } from '../components/icon.tsx'
import { Mark } from '../components/mark.tsx'
import { describeAmountFault, describeReading } from '../money/amount-words.ts'
import { countDigits } from '../money/count-digits.ts'
import { Flip } from '../money/flip.tsx'
import { formatUnit, groupDigits } from '../money/format-amount.ts'
import { getCurrencySign } from '../money/get-currency-sign.ts'
import { formatWorth, toPriced, usePrices } from '../money/use-prices.ts'
import { texts } from './texts.ts'

const USD = { symbol: 'USD', decimals: DOLLAR_DECIMALS }

interface AmountProps {
  account: ConnectedAccount
  form: SendForm
  check: TransferCheck
  fee: TransferFee | undefined
}

export function Amount({ account, form, check, fee }: AmountProps) {
  const shell = useShell()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const locale = getLocale(shell)
  const { token, amountText, dollars } = form
  const { problem } = check
  const { price, certain } = usePrice(account, form)
  const [text, amount, unit] = dollars
    ? ([dollars.text, parseDollars(shell, dollars.text), USD] as const)
    : ([amountText, check.amount, token] as const)
  const read = check.amount.status === 'read' ? check.amount.amount : undefined
  const isShort = problem === 'funds_insufficient'
  const isHeld = token && read !== undefined && read <= token.amount
  const fault = describeAmountFault(amount, unit)
  const reading = describeReading(text, amount, unit, locale)
  const maxText =
    token && (token.kind === 'token' || fee) ? formatMaxAmount(token, fee?.max ?? 0n, locale) : ''

  // The width of the currency's sign, such as US$, is its number of characters.
  const sign = dollars ? getCurrencySign(USD.symbol, locale) : ''
  const width = { '--digits': countDigits(text), '--sign': sign.length } as CSSProperties

  function enterText(typed: string): void {
    if (!dollars) enter(shell, { amountText: typed })
    else if (certain !== undefined) enterDollars(shell, typed, certain)
    else enter(shell, { dollars: { text: typed }, amountText: '' })
  }

  function flip(price: number): void {
    flipAmount(shell, price)
    input.current?.focus()
  }

  return (
    <div className="leaf send-amount" part="leaf">
      <div className="line">
        <label className={dollars ? 'send-figure dollars' : 'send-figure'} dir="ltr" style={width}>
          {sign && <span className="currency">{sign}</span>}
          <input
            ref={input}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="next"
            placeholder={texts.zero}
            maxLength={200}
            aria-label={dollars ? t(texts.amountIn, { currency: USD.symbol }) : texts.amount}
            aria-invalid={fault !== undefined || isShort || undefined}
            aria-describedby={id}
            value={text}
            onChange={({ target }) => enterText(target.value)}
          />
        </label>
        <TokenButton token={token} />
      </div>
      {token && (
        <div className="line small">
          <Worth form={form} check={check} price={price} certain={certain} onFlip={flip} />
          <span className="held">
            <span className={isShort ? 'bad' : undefined} title={formatUnit(token.full, token.symbol)}>
              {t(texts.available, { amount: token.text })}
            </span>
            {maxText !== '' && (
              <button
                type="button"
                className="link"
                aria-label={texts.maxLabel}
                onClick={() => enter(shell, { amountText: maxText })}
              >
                {texts.max}
              </button>
            )}
          </span>
        </div>
      )}
      <p id={id} className="send-fault" role="status">
        {reading && <bdi className="quiet">{reading} </bdi>}
        {fault ??
          (isShort && isHeld
            ? t(texts.feeMissing, { token: account.network?.nativeCurrency.symbol ?? token?.symbol ?? '' })
            : null)}
      </p>
    </div>
  )
}

function TokenButton({ token }: Pick<SendForm, 'token'>) {
  const { router } = useShell()
  return (
    <button
      type="button"
      className="send-token"
      part="token-button"
      aria-label={token && t(texts.tokenChosen, { token: token.symbol })}
      onClick={() => router.push('WalletSendSelectToken')}
    >
      {token ? (
        <>
          <Mark name={token.symbol} url={token.iconUrl} size={28} shape="round" />
          <bdi>{token.symbol}</bdi>
        </>
      ) : (
        <span>{texts.selectToken}</span>
      )}
      <Icon name="down" size={18} />
    </button>
  )
}

interface WorthProps extends Pick<AmountProps, 'form' | 'check'>, ReturnType<typeof usePrice> {
  onFlip(price: number): void
}

/** The amount in the other unit (token or dollars). */
function Worth({ form: { token, dollars }, check: { amount }, price, certain, onFlip }: WorthProps) {
  const locale = getLocale(useShell())
  if (!token) return null
  const { symbol, decimals } = token
  const units = amount.status === 'read' ? amount.amount : 0n
  const isNothing = units === 0n
  if (dollars) {
    // A plain space, so that a long amount can wrap before its symbol.
    const inToken = `${groupDigits(formatFull(units, decimals), locale)} ${symbol}`
    // The price is unknown for a moment after a change of the token or a return to the form.
    if (certain === undefined) return <bdi dir="ltr">{isNothing ? null : inToken}</bdi>
    return <Flip amount={inToken} label={t(texts.enterIn, { unit: symbol })} onFlip={() => onFlip(certain)} />
  }
  if (price === undefined) return <bdi dir="ltr">{isNothing ? null : texts.noPrice}</bdi>
  const worth = isNothing ? formatFiat(0, locale) : formatWorth(units, decimals, price, locale)
  // Amounts that are invalid or less than a cent cannot be shown in dollars.
  const canFlip =
    certain !== undefined && amount.status !== 'wrong' && (isNothing || toCents(units, decimals, certain))
  if (canFlip)
    return (
      <Flip amount={worth} label={t(texts.enterIn, { unit: USD.symbol })} onFlip={() => onFlip(certain)} />
    )
  return <bdi dir="ltr">{isNothing ? null : worth}</bdi>
}

/**
 * Returns the token's price. `certain` is the same price, but undefined if the last request failed or the token is
 * unverified: then no amount may be converted with it. While dollars are in use, a new price recalculates the amount.
 */
function usePrice({ caipAddress }: ConnectedAccount, { token, dollars }: SendForm) {
  const shell = useShell()
  const priced = toPriced(token, caipAddress)
  const { get, isReading, isOld } = usePrices([priced])
  const price = get(priced)
  const certain = isOld || token?.group !== 'main' ? undefined : price
  const tokenId = token?.id
  useEffect(() => {
    if (dollars && !isReading) followPrice(shell, tokenId, certain)
  }, [shell, dollars, isReading, tokenId, certain])
  return { price, certain }
}
