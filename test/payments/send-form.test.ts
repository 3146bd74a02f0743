// @vitest-environment happy-dom
/** The amount of a transfer, typed in dollars: what is sent is an exact amount of the token at every moment. */
import { beforeEach, describe, expect, test } from 'vitest'
import { checkTransfer } from '../../src/core/payments/transfer.ts'
import {
  enter,
  enterDollars,
  flipAmount,
  followPrice,
  getForm,
  resetForm,
  toDraft,
} from '../../src/payments/send-form.ts'
import { connected, createFakeShell, type FakeShell, tokenAt } from '../ui/fake-shell.ts'

const ether = { ...tokenAt(0), amount: 10n ** 18n }
const coin = { ...tokenAt(1), decimals: 6, amount: 10n ** 9n }
let shell: FakeShell

beforeEach(() => {
  shell = createFakeShell()
  shell.account.value = connected
  enter(shell, { token: ether })
})

const form = () => getForm(shell).peek()
const draft = () => toDraft(form(), 'en')!
const entered = () => [form().dollars?.text, form().amountText]
const units = () => {
  const { amount } = checkTransfer(draft())
  return amount.status === 'read' ? amount.amount : amount.status
}

describe('[V24] An amount typed in dollars', () => {
  test('is converted to an exact amount of the token, rounded down', () => {
    enterDollars(shell, '25', 3000.1)
    expect(entered()).toEqual(['25', '0.00833305'])
    expect(units()).toBe(8_333_050_000_000_000n)
    expect(draft()).not.toHaveProperty('dollars')
  })

  test.each([
    ['25.5', '0.00849971'],
    ['25,5', '0.00849971'],
    ['٢٥٫٥', '0.00849971'],
    ['', ''],
    ['0', ''],
    // Each of these is an amount of ether, and none of dollars.
    ['0.001', ''],
    ['1,234', ''],
    ['1,234.50', ''],
    ['$25', ''],
    ['-25', ''],
  ])('is converted from “%s” to the token amount “%s” (empty: not accepted)', (text, amountText) => {
    enterDollars(shell, text, 3000.1)
    expect(entered()).toEqual([text, amountText])
  })

  test('is read and converted with the decimal sign of the person’s language', () => {
    Object.assign(shell, { locale: 'de' })
    enterDollars(shell, '3703,7', 3000.1)
    expect(entered()).toEqual(['3703,7', '1,23452551'])
    expect(checkTransfer(toDraft(form(), 'de')!).amount).toMatchObject({ amount: 1_234_525_510_000_000_000n })
  })

  test('is converted anew when the price changes, and keeps the last token amount when the price becomes unknown', () => {
    enterDollars(shell, '25', 2500)
    followPrice(shell, form().token?.id, 2000)
    expect(entered()).toEqual(['25', '0.0125'])
    followPrice(shell, form().token?.id, undefined)
    expect(entered()).toEqual([undefined, '0.0125'])
    followPrice(shell, form().token?.id, 1000)
    expect(entered()).toEqual([undefined, '0.0125'])
  })

  test('is converted to a newly chosen token once the price of that token is known', () => {
    enterDollars(shell, '25', 2500)
    enter(shell, { token: { ...ether, amount: 1n } })
    expect(entered()).toEqual(['25', '0.01'])
    enter(shell, { token: coin })
    expect(entered()).toEqual(['25', ''])
    expect(units()).toBe('empty')
    followPrice(shell, form().token?.id, 0.9998)
    expect(entered()).toEqual(['25', '25.005'])
    enter(shell, { token: ether })
    followPrice(shell, form().token?.id, undefined)
    expect(entered()).toEqual([undefined, ''])
  })

  test('is never converted with the price of the previous token', () => {
    enterDollars(shell, '25', 2500)
    enter(shell, { token: coin })
    followPrice(shell, ether.id, 2500)
    expect(entered()).toEqual(['25', ''])
    followPrice(shell, ether.id, undefined)
    expect(entered()).toEqual(['25', ''])
  })

  test('is replaced when an amount of the token is entered, such as by Max', () => {
    enterDollars(shell, '25', 2500)
    enter(shell, { amountText: '0.999999999999999999' })
    followPrice(shell, form().token?.id, 2000)
    expect(entered()).toEqual([undefined, '0.999999999999999999'])
  })

  test('is removed from the form after the payment was sent', () => {
    enterDollars(shell, '25', 2500)
    resetForm(shell, draft())
    expect(entered()).toEqual([undefined, ''])
  })
})

describe('[V24] Switching the amount to dollars', () => {
  test('keeps the token amount to its last digit, whatever the price, until the person types dollars', () => {
    enter(shell, { amountText: '0.123456789012345678' })
    flipAmount(shell, 3000.1)
    expect(entered()).toEqual(['370.38', '0.123456789012345678'])
    followPrice(shell, form().token?.id, 3000.1)
    expect(entered()).toEqual(['370.38', '0.123456789012345678'])
    flipAmount(shell, 3000.1)
    expect(entered()).toEqual([undefined, '0.123456789012345678'])
    flipAmount(shell, 3000.1)
    followPrice(shell, form().token?.id, 3000)
    expect(entered()).toEqual(['370.37', '0.123456789012345678'])
    followPrice(shell, form().token?.id, 0.01)
    expect(entered()).toEqual([undefined, '0.123456789012345678'])
    flipAmount(shell, 3000.1)
    enterDollars(shell, '370.38', 3000.1)
    expect(entered()).toEqual(['370.38', '0.12345588'])
  })

  test('keeps the typed dollars if the amount is switched to the token and back', () => {
    enterDollars(shell, '25', 3000.1)
    flipAmount(shell, 3000.1)
    flipAmount(shell, 3000.1)
    expect(entered()).toEqual(['25', '0.00833305'])
  })

  test.each(['', '0', '1,234', '0.000000000001'])(
    'leaves the dollars empty for the token amount “%s”',
    (amountText) => {
      enter(shell, { amountText })
      flipAmount(shell, 3000.1)
      expect(entered()).toEqual(['', ''])
    },
  )
})
