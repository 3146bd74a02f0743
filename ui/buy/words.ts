/** Texts for payment methods, amounts and faults of an amount. */
import type { IconName } from '../../src/base/icon-name.ts'
import type { checkLimits, PaymentLimit } from '../../src/core/payments/onramp.ts'
import { formatFiat } from '../../src/core/text/amount.ts'
import { t } from '../base/texts.ts'
import { texts } from './texts.ts'

/** The payment method's name, as an item of a list. */
export function nameMethod(id: string): string {
  const names: Readonly<Record<string, string>> = texts.methods
  const plain = id.replaceAll(/[_-]+/g, ' ').toLowerCase()
  return names[id.toLowerCase()] ?? plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** The payment method within a sentence, after “by”. */
export function describeMethod(id: string): string {
  const names: Readonly<Record<string, string>> = texts.by
  return names[id.toLowerCase()] ?? nameMethod(id)
}

export function iconOf(id: string): [] | [IconName] {
  return id === 'card' ? ['card'] : id === 'ach_bank_account' ? ['bank'] : []
}

/** An amount of money, without decimals if they are zero. */
export function formatWhole(value: number, currency: string, locale: string | undefined): string {
  return formatFiat(value, locale ?? 'en', currency).replace(/[.,]00(?=\D*$)/, '')
}

/** The text for an amount that cannot be paid. `isToken`: the entered amount is in the token. */
export function describeFault(
  fault: ReturnType<typeof checkLimits>,
  { id, min, max }: PaymentLimit,
  currency: string,
  locale: string | undefined,
  isToken: boolean,
): string | undefined {
  const method = describeMethod(id)
  if (fault === 'none') return isToken ? texts.typeTokens : texts.typeAmount
  if (fault === 'low')
    return t(texts.atLeast, { amount: formatWhole(Math.ceil(Number(min)), currency, locale), method })
  if (fault === 'high')
    return t(texts.atMost, { amount: formatWhole(Math.floor(Number(max)), currency, locale), method })
  return undefined
}
