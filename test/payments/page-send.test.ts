// @vitest-environment happy-dom
/** Sending by a page of its own, with the real form, review machine and rules. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { BillfoldError } from '../../src/core/base/errors.ts'
import type { SentTransaction } from '../../src/core/payments/sent.ts'
import {
  type PreparedTransfer,
  type ReceiverWarning,
  type TransferInput,
} from '../../src/core/payments/transfer.ts'
import type { ConnectedAccount } from '../../src/wallets/account.ts'
import { createPageSend, type Send, type SendReview } from '../../src/payments/page-send.ts'
import type { PaymentIntent } from '../../src/payments/payments.ts'
import { enter, getForm } from '../../src/payments/send-form.ts'
import {
  connected,
  createFakeShell,
  type FakeShell,
  onBitcoin,
  portfolioHead,
  tokenAt,
} from '../ui/fake-shell.ts'
import { encodeTransfer } from '../encode-transfer.ts'

const nadia = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const hash = `0x${'ab'.repeat(32)}`
const other: ConnectedAccount = {
  ...connected,
  caipAddress: 'eip155:31337:0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
  address: nadia,
}
const ether = { ...tokenAt(0), id: 'eip155:31337', kind: 'native' as const, amount: 10n ** 18n, value: 3000 }
const coin = { ...tokenAt(1), amount: 10n ** 18n }

let shell: FakeShell
let send: Send
let stop: () => void
/** What the worker adds to a prepared transfer, and what is seen of its receiver later. */
let part: Partial<PreparedTransfer>
let seen: readonly ReceiverWarning[]
let asked: PaymentIntent[]
let answer: (intent: PaymentIntent) => Promise<SentTransaction>

beforeEach(() => {
  vi.useFakeTimers()
  shell = createFakeShell()
  shell.account.value = connected
  shell.set('portfolio', { data: portfolioHead(2) })
  shell.rows.portfolio = (index) => (index === 0 ? ether : coin)
  ;[part, seen, asked] = [{}, [], []]
  answer = async (intent) => toSent(intent)
  shell.payments = async () => ({
    pay(intent, _, isWanted = () => true) {
      if (!isWanted()) return Promise.reject(new BillfoldError('aborted', 'given up'))
      asked.push(intent)
      return answer(intent)
    },
    dismiss() {},
  })
  const before = shell.answer
  shell.answer = async (command, input) => {
    if (command === 'checkReceiver') return seen
    if (command === 'transferFee') return { expected: 1n, max: 2n }
    if (command !== 'prepareTransfer') return before(command, input)
    const { draft } = input as TransferInput
    const amount = BigInt(Math.round(Number(draft.amountText.replace(',', '.')) * 1e9)) * 10n ** 9n
    const address = draft.found?.address ?? draft.receiverText
    return {
      draft,
      amount,
      receiver: { status: 'address', address, isChecked: true },
      warnings: seen,
      fee: { expected: 1n, max: 2n },
      simulation: { status: 'passed' },
      transaction: encodeTransfer(draft.token!, address, amount),
      ...part,
    } satisfies PreparedTransfer
  }
  send = createPageSend(shell)
  stop = () => {}
})
afterEach(() => {
  stop()
  send.cancel()
  vi.useRealTimers()
})

function toSent(intent: PaymentIntent): SentTransaction {
  const { transaction: _, ...facts } = intent
  return { ...facts, hash, sentAt: 1 }
}
const flush = () => vi.advanceTimersByTimeAsync(500)
const codeOf = (failing: Promise<unknown>) =>
  failing.then(
    () => undefined,
    ({ code, context }: BillfoldError) => [code, ...Object.values(context)],
  )
const entered = { token: 'eip155:31337', amount: '0.5', receiver: nadia }

async function prepare(entry = entered): Promise<SendReview> {
  send.update(entry)
  const preparing = send.prepare()
  await flush()
  return preparing
}

describe('[S12] [A42] The headless send form', () => {
  test('has all fields of the send state while the page subscribes to the state', async () => {
    stop = send.state.subscribe(() => {})
    send.update(entered)
    await flush()
    expect(send.state.value).toMatchObject({
      account: connected.caipAddress,
      token: {
        ...ether,
        chainId: 'eip155:31337',
        quantity: { decimals: ether.decimals, numeric: ether.full },
      },
      sendTokenAmount: '0.5',
      amount: 5n * 10n ** 17n,
      maxAmount: 10n ** 18n - 2n,
      receiver: nadia,
      receiverAddress: nadia,
      receiverProfileName: undefined,
      receiverProfileImageUrl: undefined,
      networkBalanceInUSD: 3000,
      tokenBalances: [ether, coin],
      problem: undefined,
      loading: false,
    })
  })

  test('[A45] shares its values with the modal’s form, in both directions', async () => {
    stop = send.state.subscribe(() => {})
    send.update(entered)
    await flush()
    expect(getForm(shell).value).toMatchObject({ token: ether, amountText: '0.5', receiverText: nadia })
    enter(shell, { amountText: '0.25' })
    expect(send.state.value).toMatchObject({ sendTokenAmount: '0.25', amount: 25n * 10n ** 16n })
  })

  test('[A45] follows the balance of its token, without replacing the token object in the modal’s form', async () => {
    stop = send.state.subscribe(() => {})
    send.update(entered)
    await flush()
    const row = { ...ether }
    enter(shell, { token: row })
    const more = { ...ether, amount: 2n * 10n ** 18n }
    shell.rows.portfolio = (index) => (index === 0 ? more : coin)
    shell.set('portfolio', { data: portfolioHead(2, { version: 2 }) })
    await flush()
    expect(send.state.value).toMatchObject({ token: more, maxAmount: more.amount - 2n })
    expect(getForm(shell).peek().token).toBe(row)
    send.update({ amount: '1.5' })
    const preparing = send.prepare()
    await flush()
    expect(await preparing).toMatchObject({ status: 'ready', prepared: { draft: { token: more } } })
  })

  test('[A41] accepts an amount in base units to the last digit, even before the decimals are known', async () => {
    send.update({ ...entered, amount: 123_456_789_012_345_678n } as never)
    stop = send.state.subscribe(() => {})
    await flush()
    expect(send.state.value).toMatchObject({
      sendTokenAmount: '0.123456789012345678',
      amount: 123_456_789_012_345_678n,
    })
    send.update({ amount: 1n })
    expect(send.state.value.sendTokenAmount).toBe('0.000000000000000001')
  })

  test.each([
    ['an amount that is a number, not a bigint', { amount: 0.1 }],
    ['a negative amount', { amount: -1n }],
    ['a receiver that is a number', { receiver: 5 }],
    ['a token that is a number', { token: 5 }],
    ['a token whose id is a number', { token: { id: 7 } }],
  ])('refuses %s', (_, entry) => {
    expect(() => send.update(entry as never)).toThrow(expect.objectContaining({ code: 'options_invalid' }))
    expect(getForm(shell).peek()).toMatchObject({ token: undefined, amountText: '', receiverText: '' })
  })

  test('takes decimals and balance of a token from the account’s token list, and ignores the values that the page passes', async () => {
    const forged = { ...ether, decimals: 2, amount: 10n ** 30n }
    send.update({ ...entered, token: forged })
    const shown = await (async () => {
      const preparing = send.prepare()
      await flush()
      return preparing
    })()
    expect(shown).toMatchObject({ prepared: { draft: { token: ether }, amount: 5n * 10n ** 17n } })
  })

  test('[A42] names the first missing entry, and prepares nothing while an entry is missing', async () => {
    const steps: [entry: object, problem: string][] = [
      [{}, 'token_missing'],
      [{ token: 'eip155:31337:0xnone' }, 'token_missing'],
      [{ token: 'eip155:31337' }, 'amount_missing'],
      [{ amount: '1,234' }, 'amount_wrong'],
      [{ amount: '2' }, 'funds_insufficient'],
      [{ amount: '0.5' }, 'receiver_missing'],
      [{ receiver: '0x12' }, 'receiver_wrong'],
    ]
    for (const [entry, problem] of steps) {
      send.update(entry)
      const failing = codeOf(send.prepare())
      await flush()
      expect(await failing).toEqual(['transfer_incomplete', problem])
    }
    expect(shell.calls.filter(({ command }) => command === 'prepareTransfer')).toEqual([])
  })

  test('looks up a name before it prepares a transfer, and says why a name has no address', async () => {
    const { answer: before } = shell
    let found: unknown = undefined
    shell.answer = async (command, input) => {
      if (command !== 'findReceiver') return before(command, input)
      if (found instanceof Error) throw found
      return found
    }
    shell.wallet = async () => ({ getEnsAvatar: async () => 'https://nadia.example/face.png' }) as never
    send.update({ ...entered, receiver: 'nadia.eth' })
    const unknown = codeOf(send.prepare())
    await flush()
    expect(await unknown).toEqual(['transfer_incomplete', 'receiver_unresolved'])
    // Also while the form is on show, which has asked already.
    stop = send.state.subscribe(() => {})
    found = new BillfoldError('name_unresolved', 'down')
    const failed = codeOf(send.prepare())
    await flush()
    expect(await failed).toEqual(['name_unresolved'])
    found = { query: 'nadia.eth', name: 'nadia.eth', address: nadia, foundAt: Date.now() }
    const preparing = send.prepare()
    await flush()
    expect(await preparing).toMatchObject({ status: 'ready', prepared: { receiver: { address: nadia } } })
    expect(send.state.value).toMatchObject({
      receiverAddress: nadia,
      receiverProfileName: 'nadia.eth',
      receiverProfileImageUrl: 'https://nadia.example/face.png',
    })
  })
})

describe('[S12] [A43] [A44] The headless send review', () => {
  test('shows the fees and the amount that arrives, and sends the shown payment once', async () => {
    part = { received: 4n * 10n ** 17n }
    const shown = await prepare()
    expect(shown).toMatchObject({
      status: 'ready',
      sends: 5n * 10n ** 17n,
      arrives: 4n * 10n ** 17n,
      mustAgree: [],
      prepared: { fee: { expected: 1n, max: 2n } },
    })
    expect(asked).toEqual([])
    const results = await Promise.allSettled([send.confirm(shown), send.confirm(shown)])
    expect(results[0]).toMatchObject({ status: 'fulfilled', value: { hash, to: nadia } })
    expect(results[1]).toMatchObject({ status: 'rejected' })
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({ to: nadia, out: { units: String(5n * 10n ** 17n), text: '0.5' } })
  })

  test('shows the outcome of the payment, and empties the send form', async () => {
    await send.confirm(await prepare())
    expect(send.review.value).toMatchObject({ status: 'sent', sent: { hash, status: 'pending' } })
    const sent = { ...(send.review.value as never as { sent: SentTransaction }).sent }
    shell.set('sent', { data: { payments: [{ ...sent, status: 'confirmed' }], asked: [] } })
    expect(send.review.value).toMatchObject({ status: 'sent', sent: { hash, status: 'confirmed' } })
    expect(send.state.value).toMatchObject({ sendTokenAmount: '', receiver: '', token: undefined })
  })

  test('can be confirmed only by passing the latest review to confirm(), not an older review or undefined', async () => {
    const first = await prepare()
    const second = await prepare()
    for (const stale of [first, undefined, { status: 'none' }, { ...first }])
      expect(await codeOf(send.confirm(stale as never))).toEqual(['payment_changed'])
    expect(asked).toEqual([])
    await send.confirm(second)
    expect(asked).toHaveLength(1)
  })

  test.each([
    ['amount', () => send.update({ amount: '0.4' })],
    ['receiver', () => send.update({ receiver: '0x71C4A09E5b2Df8361C7e90D4Af52E8137bD6c02a'.toLowerCase() })],
    ['token', () => send.update({ token: coin.id })],
    ['amount in the modal', () => enter(shell, { amountText: '0.4' })],
  ])('is dropped when the send form gets a new %s', async (_, change) => {
    const shown = await prepare()
    change()
    expect(send.review.value).toEqual({ status: 'none' })
    expect(await codeOf(send.confirm(shown))).toEqual(['payment_changed'])
    expect(asked).toEqual([])
  })

  test('is dropped when its account is no longer active', async () => {
    stop = send.state.subscribe(() => {})
    const shown = await prepare()
    shell.account.value = other
    expect(send.review.value).toEqual({ status: 'none' })
    expect(send.state.value).toMatchObject({ account: other.caipAddress, sendTokenAmount: '', receiver: '' })
    expect(await codeOf(send.confirm(shown))).toEqual(['payment_changed'])
    shell.account.value = connected
    expect(send.review.value).toEqual({ status: 'none' })
    expect(await codeOf(send.confirm(shown))).toEqual(['payment_changed'])
    shell.account.value = { status: 'disconnected' }
    expect(send.state.value).toMatchObject({ account: undefined, tokenBalances: [] })
    expect(() => send.update(entered)).toThrow(expect.objectContaining({ code: 'account_missing' }))
    expect(await codeOf(send.prepare())).toEqual(['account_missing'])
    shell.account.value = onBitcoin
    expect(await codeOf(send.prepare())).toEqual(['call_unsupported'])
    expect(asked).toEqual([])
  })

  test.each(['asking', 'sent'])(
    'is not shown in the status “%s” after a switch to another account',
    async (status) => {
      const known = answer
      if (status === 'asking') answer = () => new Promise(() => {})
      send.confirm(await prepare()).catch(() => {})
      await flush()
      expect(send.review.value).toMatchObject({ status })
      shell.account.value = other
      expect(send.review.value).toEqual({ status: 'none' })
      answer = known
      await send.confirm(await prepare())
      expect(asked.map(({ account }) => account)).toEqual([connected.caipAddress, other.caipAddress])
    },
  )

  test('is dropped if the account changes during the preparation', async () => {
    send.update(entered)
    const failing = codeOf(send.prepare())
    shell.account.value = other
    await flush()
    expect(await failing).toEqual(['account_changed'])
  })

  test.each<[string, ReceiverWarning]>([
    [
      'an address that imitates another',
      { code: 'look_alike', isBait: false, anchor: nadia, prefix: 4, suffix: 4 },
    ],
    ['the zero address', { code: 'zero' }],
    ['the contract of the token', { code: 'token_contract' }],
  ])('requires consent before the wallet is asked if the receiver is %s', async (_, warning) => {
    seen = [warning]
    const shown = await prepare()
    expect(shown).toMatchObject({ status: 'ready', mustAgree: [warning] })
    expect(await codeOf(send.confirm(shown))).toEqual(['consent_missing', warning.code])
    send.agree(shown)
    expect(send.review.value).toMatchObject({ mustAgree: [] })
    await send.confirm(send.review.value)
    expect(asked).toHaveLength(1)
  })

  test('asks for a new consent when a new warning appears after the person agreed', async () => {
    const shown = await prepare()
    send.agree(shown)
    seen = [{ code: 'zero' }]
    // The history that was read meanwhile is looked at right before the wallet is asked.
    expect(await codeOf(send.confirm(shown))).toEqual(['payment_changed'])
    expect(send.review.value).toMatchObject({ status: 'ready', mustAgree: [{ code: 'zero' }] })
    expect(await codeOf(send.confirm(send.review.value))).toEqual(['consent_missing', 'zero'])
    expect(asked).toEqual([])
  })

  test.each<[string, Partial<PreparedTransfer>, string]>([
    ['its simulation fails', { simulation: { status: 'failed', fault: 'reverted' } }, 'simulation_failed'],
    ['the balance does not cover the network fee', { shortage: 'fee' }, 'fee'],
    ['the balance does not cover the amount', { shortage: 'funds' }, 'funds'],
  ])('can’t be confirmed if %s', async (_, more, reason) => {
    part = more
    const shown = await prepare()
    expect(shown).toMatchObject({ obstacle: reason })
    expect(await codeOf(send.confirm(shown))).toEqual(['transfer_refused', reason])
    expect(asked).toEqual([])
  })

  test('is prepared again when it has expired, and the new review must be confirmed', async () => {
    part = { freshUntil: Date.now() + 10_000 }
    const shown = await prepare()
    expect(shown).toMatchObject({ expiresAt: part.freshUntil })
    vi.setSystemTime(Date.now() + 20_000)
    part = {}
    expect(await codeOf(send.confirm(shown))).toEqual(['payment_changed'])
    expect(asked).toEqual([])
    await flush()
    await send.confirm(send.review.value)
    expect(asked).toHaveLength(1)
  })

  test('is renewed automatically while the page subscribes to it', async () => {
    part = { freshUntil: Date.now() + 10_000 }
    const shown = await prepare()
    stop = send.review.subscribe(() => {})
    part = { freshUntil: Date.now() + 60_000 }
    await vi.advanceTimersByTimeAsync(11_000)
    expect(send.review.value).toMatchObject({ status: 'ready', expiresAt: part.freshUntil })
    expect(send.review.value).not.toBe(shown)
  })

  test('shows that the wallet declined, and can be confirmed again', async () => {
    const { resolve } = { resolve: answer }
    answer = async () => {
      throw new BillfoldError('wallet_declined', 'no')
    }
    const shown = await prepare()
    expect(await codeOf(send.confirm(shown))).toEqual(['wallet_declined'])
    expect(send.review.value).toMatchObject({ status: 'ready', failure: { code: 'wallet_declined' } })
    answer = resolve
    await send.confirm(send.review.value)
    expect(asked).toHaveLength(2)
  })

  test('is requested again after an unknown outcome only once the person has checked the wallet', async () => {
    const known = answer
    answer = async () => {
      throw new BillfoldError('outcome_unknown', 'lost')
    }
    expect(await codeOf(send.confirm(await prepare()))).toEqual(['outcome_unknown'])
    expect(send.review.value).toMatchObject({ status: 'unknown' })
    expect(await codeOf(send.confirm(send.review.value))).toEqual(['outcome_unknown'])
    expect(asked).toHaveLength(1)
    answer = known
    await send.confirm(send.review.value, { isLookedFor: true })
    expect(asked).toHaveLength(2)
  })

  test('[A35] changes to sent if the wallet approves after the page has cancelled the review', async () => {
    let settle: (sent: SentTransaction) => void = () => {}
    answer = () => new Promise((resolve) => (settle = resolve))
    const shown = await prepare()
    const confirming = send.confirm(shown)
    await flush()
    expect(send.review.value).toMatchObject({ status: 'asking' })
    send.cancel()
    expect(send.review.value).toEqual({ status: 'none' })
    settle(toSent(asked[0]!))
    expect(await confirming).toMatchObject({ hash })
    expect(getForm(shell).peek().amountText).toBe('')
  })
})
