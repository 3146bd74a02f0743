/** The field for the amount to buy: in the payment currency, or in the token if the token's price is known. */
import { useSignals } from '@preact/signals-react/runtime'
import { type CSSProperties, useId } from 'react'
import { getLocale } from '../../src/base/locale.ts'
import { toTokenAmount } from '../../src/core/payments/dollars.ts'
import { WANTED_DECIMALS } from '../../src/core/payments/onramp.ts'
import { toLatin } from '../../src/core/payments/typed-amount.ts'
import { formatFull, getDecimalSign } from '../../src/core/text/amount.ts'
import { enterAmount, enterWanted, flipAmount, getBuying, type ReadChoice } from '../../src/onramp/choice.ts'
import { useShell } from '../base/shell-context.ts'
import { t } from '../base/texts.ts'
import { describeAmountFault } from '../money/amount-words.ts'
import { countDigits } from '../money/count-digits.ts'
import { Flip } from '../money/flip.tsx'
import { formatUnit } from '../money/format-amount.ts'
import { formatQuote } from '../money/format-quote.ts'
import { getCurrencySign } from '../money/get-currency-sign.ts'
import { describeMethod, formatWhole } from './words.ts'
import { texts } from './texts.ts'

/** A choice of token, currency and method that is complete: at least one provider offers it. */
export type Chosen = ReadChoice & { chosen: NonNullable<ReadChoice['chosen']> }

export function Amount({ read }: { read: Chosen }) {
  useSignals()
  const shell = useShell()
  const id = useId()
  const choice = getBuying(shell).choice.value
  const { offer, currency, limit } = read.chosen
  const { symbol } = offer.currency
  const { locale } = shell
  const [min, max] = [limit.min, limit.max].map((each) => formatWhole(Number(each), currency.id, locale))
  const fault = read.wanted && describeAmountFault(read.wanted, { symbol, decimals: WANTED_DECIMALS })
  return (
    <>
      {read.wanted ? (
        <Field
          text={choice.wanted?.text ?? ''}
          label={t(texts.amount, { currency: symbol })}
          describedBy={id}
          unit={symbol}
          isWrong={fault !== undefined}
          onType={(text) => enterWanted(shell, { token: offer.token, text })}
        />
      ) : (
        <Field
          text={choice.amount}
          label={t(texts.amount, { currency: currency.id })}
          describedBy={id}
          sign={getCurrencySign(currency.id, locale)}
          onType={(text) => enterAmount(shell, ungroup(text, shell.locale))}
        />
      )}
      {read.price !== undefined && <OtherUnit read={read} price={read.price} />}
      <p id={id} className={fault ? 'buy-range bad' : 'buy-range'} role={fault ? 'status' : undefined}>
        {fault ?? t(texts.range, { min: min!, max: max!, method: describeMethod(limit.id) })}
      </p>
      <div className="buy-presets" role="group" aria-label={texts.presets}>
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            className="button secondary small"
            part="button secondary"
            aria-pressed={!read.wanted && choice.amount === preset}
            onClick={() => enterAmount(shell, preset)}
          >
            {formatWhole(Number(preset), currency.id, locale)}
          </button>
        ))}
      </div>
    </>
  )
}

const presets = ['50', '100', '250'] as const

interface FieldProps {
  text: string
  label: string
  describedBy: string
  /** The currency's sign, shown before the amount. Amounts in a currency are whole numbers: providers accept no others. */
  sign?: string
  /** The token's symbol, shown after the amount. */
  unit?: string
  isWrong?: boolean
  onType(text: string): void
}

function Field({ text, label, describedBy, sign, unit, isWrong, onType }: FieldProps) {
  const size = { '--digits': countDigits(text), '--size': `${sizeOf(text)}px` } as CSSProperties
  return (
    <label className="buy-amount" style={size}>
      {sign && <span className="currency">{sign}</span>}
      <input
        type="text"
        inputMode={unit ? 'decimal' : 'numeric'}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        placeholder={texts.zero}
        maxLength={MAX_AMOUNT_LENGTH}
        aria-label={label}
        aria-invalid={isWrong || undefined}
        aria-describedby={describedBy}
        value={text}
        onChange={({ target }) => onType(target.value)}
      />
      {unit && <bdi className="unit">{unit}</bdi>}
    </label>
  )
}

/**
 * Upper limit of the entered text's length, in characters. Every valid amount is shorter: a valid amount that is cut
 * off would become a different amount.
 */
const MAX_AMOUNT_LENGTH = 40

/** Font size at which the whole amount is visible. px */
function sizeOf({ length }: string): number {
  return length <= 8 ? 42 : length <= 12 ? 30 : length <= 18 ? 20 : 13
}

/**
 * The approximate amount in the other unit (token or currency), before fees. Pressing it switches the field to that
 * unit.
 */
function OtherUnit({ read, price }: { read: Chosen; price: number }) {
  const shell = useShell()
  const { amount, wanted, chosen } = read
  const { offer, currency } = chosen
  const { symbol } = offer.currency
  const token =
    amount === undefined ? undefined : toTokenAmount(BigInt(amount) * 100n, price, WANTED_DECIMALS)
  const inToken = token
    ? formatUnit(formatQuote(formatFull(token, WANTED_DECIMALS), getLocale(shell)), symbol)
    : undefined
  const inCurrency = amount === undefined ? undefined : formatWhole(amount, currency.id, shell.locale)
  const about = wanted ? inCurrency : inToken
  const unit = wanted ? currency.id : symbol
  return (
    <Flip
      amount={about}
      message={texts.about}
      label={t(texts.enterIn, { unit })}
      onFlip={() => flipAmount(shell, read)}
    />
  )
}

/**
 * Normalises an entered amount: Latin digits, without a currency sign at either end and without thousands separators.
 * Leaves any other text unchanged, so that it is invalid: 25€50 must not become 2550.
 */
function ungroup(text: string, locale = 'en'): string {
  const latin = toLatin(text)
  const bare = latin.replace(/^\p{Sc}\s*|\s*\p{Sc}$/gu, '')
  const separator = /^[1-9]\d{0,2}(?:([\s.,'’\u066C])\d{3})(?:\1\d{3})*$/.exec(bare)?.[1]
  if (separator && separator !== getDecimalSign(locale)) return bare.replaceAll(separator, '')
  return /^\d*$/.test(bare) ? bare : latin
}
