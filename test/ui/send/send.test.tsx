// @vitest-environment happy-dom
import { act } from 'react'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import {
  canSend,
  findNewWarnings,
  type PreparedTransfer,
  type ReceiverWarning,
  type TransferInput,
} from '../../../src/core/payments/transfer.ts'
import { MAX_RECEIVER_LENGTH } from '../../../src/core/payments/receiver.ts'
import { enter, getForm, resetForm, toDraft } from '../../../src/payments/send-form.ts'
import { isGroup, pickGroup } from '../../../ui/send/compare.tsx'
import { texts } from '../../../ui/send/texts.ts'
import { loadViews } from '../../../ui/modal/views.ts'
import { connected, onBitcoin, onSolana, portfolioHead, tokenAt } from '../fake-shell.ts'
import { useModal } from '../open-modal.ts'
import { encodeTransfer } from '../../encode-transfer.ts'

const modal = useModal()
const { find, text } = modal
const nadia = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const ether = { ...tokenAt(0), amount: 10n ** 18n }

beforeAll(() => loadViews(['Account', 'WalletSend', 'WalletSendSelectToken', 'WalletSendPreview']))

/** @param held so many tokens */
async function openForm(held = 3): Promise<void> {
  const { answer } = modal.shell
  modal.shell.answer = async (command, input) =>
    command === 'prices' || command === 'checkReceiver' ? [] : answer(command, input)
  modal.shell.rows.portfolio = (index) => ({ ...tokenAt(index), amount: 10n ** 18n })
  modal.shell.set('portfolio', { data: portfolioHead(held) })
  await modal.openAccount()
  await modal.press('Send')
  await modal.wait(10)
}

const says = () => find('.send .button.primary')!.textContent
const enterAll = (part: Parameters<typeof enter>[1]) => act(() => enter(modal.shell, part))

test('[V24] the send form starts with the verified token of the highest value, and keeps the token that the user chooses', async () => {
  await openForm()
  const form = getForm(modal.shell)
  expect(form.peek().token).toEqual(ether)
  await enterAll({ token: { ...tokenAt(1), amount: 10n ** 18n } })
  await modal.wait(10)
  expect(form.peek().token).toMatchObject({ id: tokenAt(1).id })
  // What is not verified is never chosen for anybody.
  modal.shell.rows.portfolio = (index) => ({ ...tokenAt(index), amount: 5n, group: 'unverified' })
  await act(() => modal.shell.set('portfolio', { data: portfolioHead(2, { version: 2, since: 1 }) }))
  await enterAll({ token: undefined })
  await modal.wait(10)
  expect(form.peek().token).toBeUndefined()
})

test('[A77] [A97] the send form’s button names the first input that is missing or wrong', async () => {
  await openForm(0)
  const isAble = () => !find('.send .button.primary')!.hasAttribute('disabled')
  expect([says(), isAble()]).toEqual(['Select token', false])
  const steps: [part: Parameters<typeof enter>[1], words: string][] = [
    [{ token: ether }, 'Add amount'],
    [{ amountText: '1.2.3' }, 'Incorrect value'],
    [{ amountText: '0.1234567890123456789' }, 'Incorrect value'],
    [{ amountText: '0' }, 'Add amount'],
    [{ amountText: '1.000000000000000001' }, 'Insufficient funds'],
    [{ amountText: '0.5' }, 'Add address'],
    [{ receiverText: '0x1234' }, 'Invalid address'],
    [{ receiverText: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' }, 'Invalid address'],
    [{ receiverText: 'nadia.eth' }, 'Looking up name'],
  ]
  for (const [part, words] of steps) {
    await enterAll(part)
    expect([part, says(), isAble()]).toEqual([part, words, false])
  }
  await enterAll({ receiverText: nadia })
  expect([says(), isAble()]).toEqual(['Review send', true])
})

test('the send form lists a receiver among the recent receivers once a payment to that receiver is confirmed', async () => {
  let receivers: { address: string }[] = []
  await openForm()
  const { answer } = modal.shell
  modal.shell.answer = async (command, input) =>
    command === 'recentReceivers' ? { receivers, leftOut: 0, isPartial: false } : answer(command, input)
  const sent = {
    account: connected.caipAddress,
    hash: `0x${'ab'.repeat(32)}`,
    kind: 'send',
    to: nadia,
    out: { symbol: 'ETH', text: '1.5', units: '1500000000000000000' },
    sentAt: 1,
  } as const
  const store = (status: 'pending' | 'confirmed') =>
    act(() => modal.shell.set('sent', { data: { asked: [], payments: [{ ...sent, status }] } }))
  await store('pending')
  await modal.wait(10)
  expect(find('.recent')).toBeUndefined()
  receivers = [{ address: nadia }]
  await store('confirmed')
  await modal.wait(10)
  expect(text('.recent')).toContain('0x5aAe')
})

test('[D9] the send form shows how it reads an unusual amount, and why it refuses an ambiguous amount', async () => {
  await openForm()
  await enterAll({ token: ether, amountText: '0,5', receiverText: nadia })
  expect(text('.send-fault')).toBe('= 0.5\u00a0ETH ')
  expect(says()).toBe('Review send')
  await enterAll({ amountText: '٠٫٢٥' })
  expect(text('.send-fault')).toBe('= 0.25\u00a0ETH ')
  await enterAll({ amountText: '0.5' })
  expect(text('.send-fault')).toBe('')
  await enterAll({ amountText: '1,234' })
  expect(text('.send-fault')).toBe(
    'This could mean two amounts. Use “.” for decimals and don’t separate thousands.',
  )
  expect(says()).toBe('Incorrect value')
})

test('[D10] the send form says if a receiver link is for a different network, and takes only the address from a link, not its amount', async () => {
  await openForm()
  await enterAll({ token: ether, amountText: '0.5', receiverText: `base:${nadia}` })
  expect(text('#bf-receiver-said')).toMatch(
    /^This address is for Base, but you’re sending on \w+\. Switch to Base/,
  )
  expect(says()).toBe('Invalid address')
  await enterAll({ receiverText: `ethereum:${nadia}?value=1e18` })
  expect(text('#bf-receiver-said')).toBe('Only the address was taken from this link. Enter the amount above.')
  expect((find('input[aria-label="Amount"]') as HTMLInputElement).value).toBe('0.5')
  expect(find('.resolved .whole-address')!.getAttribute('aria-label')).toBe(nadia)
  expect(says()).toBe('Review send')
})

async function typeInto(field: HTMLTextAreaElement, text: string): Promise<void> {
  await act(() => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

test('[D10] the send form never shortens an overlong link to a valid link', async () => {
  await openForm()
  const link = `ethereum:${nadia}?label=`
  const long = `${link}${'x'.repeat(MAX_RECEIVER_LENGTH - link.length)}&data=0xa9059cbb`
  const field = find('#bf-receiver') as HTMLTextAreaElement
  expect(field.maxLength === -1 || field.maxLength > MAX_RECEIVER_LENGTH).toBe(true)
  for (const text of [long, `\u200B${long}`, `${long.slice(0, 900)}\n${long.slice(900)}`]) {
    await enterAll({ token: ether, amountText: '0.5', receiverText: '' })
    await typeInto(field, text)
    expect(says()).toBe('Invalid address')
  }
})

test('the send form reports a name without an address, and shows the whole address of a resolved name', async () => {
  await openForm()
  await enterAll({ token: ether, amountText: '0.5', receiverText: 'nobody.eth' })
  await modal.wait(500)
  expect(says()).toBe('Unknown name')
  const { answer } = modal.shell
  modal.shell.answer = async (command, input) =>
    command === 'findReceiver'
      ? { query: (input as { name: string }).name, name: 'nadia.eth', address: nadia }
      : answer(command, input)
  await enterAll({ receiverText: 'nadia.eth' })
  await modal.wait(500)
  expect(says()).toBe('Review send')
  expect(find('.resolved .whole-address')!.getAttribute('aria-label')).toBe(nadia)
})

test('[D8] the send form says whether looking up a name failed or the name has no address on the network', async () => {
  await openForm()
  const { answer } = modal.shell
  let error = new BillfoldError('name_unresolved', 'down')
  modal.shell.answer = async (command, input) => {
    if (command === 'findReceiver') throw error
    return answer(command, input)
  }
  await enterAll({ token: ether, amountText: '0.5', receiverText: 'nadia.eth' })
  await modal.wait(500)
  expect(says()).toBe('Couldn’t look up name')
  expect(text('#bf-receiver-said')).toContain('Couldn’t look up this name')
  error = new BillfoldError('name_elsewhere', '', { context: { caipNetworkId: 'eip155:137' } })
  await enterAll({ receiverText: 'joon.eth' })
  await modal.wait(500)
  expect(text('#bf-receiver-said')).toMatch(
    /^This name has an address on Polygon, but not on (\w+)\. Ask the receiver for an address on \1\.$/,
  )
})

test('[F27] the send form ignores the lookup result of a name that the user has since replaced', async () => {
  await openForm()
  const { answer } = modal.shell
  const found = new Map<string, () => void>()
  const people = { 'joon.eth': '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359', 'nadia.eth': nadia } as const
  modal.shell.answer = async (command, input) => {
    if (command !== 'findReceiver') return answer(command, input)
    const { name } = input as { name: keyof typeof people }
    await new Promise<void>((resolve) => found.set(name, resolve))
    return { query: name, name, address: people[name] }
  }
  await enterAll({ token: ether, amountText: '0.5', receiverText: 'joon.eth' })
  await modal.wait(400)
  await enterAll({ receiverText: 'nadia.eth' })
  await modal.wait(400)
  await act(async () => found.get('nadia.eth')!())
  await act(async () => found.get('joon.eth')!())
  expect(find('.resolved .whole-address')!.getAttribute('aria-label')).toBe(nadia)
  expect(says()).toBe('Review send')
})

test('[F24] Max in the send form leaves exactly the maximum network fee in the balance', async () => {
  await openForm()
  const { answer } = modal.shell
  await modal.press('Back')
  modal.shell.answer = async (command, input) =>
    command === 'transferFee' ? { expected: 10n ** 14n, max: 3n * 10n ** 14n } : answer(command, input)
  await modal.press('Send')
  await modal.wait(10)
  await enterAll({ token: ether, amountText: '0', receiverText: nadia })
  await modal.press('Max, the most you can send')
  expect((find('input[aria-label="Amount"]') as HTMLInputElement).value).toBe('0.9997')
  expect(says()).toBe('Review send')
})

describe('[V24] an amount in dollars in the send form', () => {
  let price: number | 'failed' | undefined

  beforeEach(() => void (price = 3000.1))

  /** What the price is from now on. */
  async function openPriced(): Promise<void> {
    await openForm()
    const { answer } = modal.shell
    await modal.press('Back')
    modal.shell.answer = async (command, input) => {
      if (command === 'transferFee') return { expected: 10n ** 14n, max: 3n * 10n ** 14n }
      if (command !== 'prices') return answer(command, input)
      if (price === 'failed') throw new BillfoldError('worker_deadline', 'No.')
      const { tokens } = input as { tokens: readonly string[] }
      return price === undefined ? [] : tokens.map((token) => ({ token, price }))
    }
    await modal.press('Send')
    await modal.wait(10)
    await enterAll({ receiverText: nadia })
  }

  const field = () => find('.send-amount input') as HTMLInputElement
  const shown = () => [field().getAttribute('aria-label'), field().value, text('.send-amount .small bdi')]
  const type = (words: string) =>
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(), words)
      field().dispatchEvent(new Event('input', { bubbles: true }))
    })
  const toDollars = () => act(async () => find('.flip')!.click())

  test('is entered with its currency sign, and shows the amount in the token', async () => {
    await openPriced()
    expect(shown()).toEqual(['Amount', '', '$0.00'])
    const flip = find('.flip')!
    expect(flip.getAttribute('aria-label')).toBe('$0.00. Enter in USD')
    field().focus()
    await toDollars()
    expect(modal.root.activeElement).toBe(field())
    await type('25')
    expect(shown()).toEqual(['Amount in USD', '25', '0.00833305 ETH'])
    expect(text('.send-figure .currency')).toBe('$')
    expect(find('.flip')!.getAttribute('aria-label')).toBe('0.00833305 ETH. Enter in ETH')
    expect(says()).toBe('Review send')
    await toDollars()
    expect(shown()).toEqual(['Amount', '0.00833305', '$25.00'])
    expect(modal.root.activeElement).toBe(field())
  })

  test('has the same error messages as an amount of the token', async () => {
    await openPriced()
    await toDollars()
    for (const [typed, fault, button] of [
      ['', '', 'Add amount'],
      ['0', '', 'Add amount'],
      [
        '1,234',
        'This could mean two amounts. Use “.” for decimals and don’t separate thousands.',
        'Incorrect value',
      ],
      ['0.001', 'USD has at most 2 decimals.', 'Incorrect value'],
      ['x', 'Enter a number, such as 1.5.', 'Incorrect value'],
      ['1 000', 'Use “.” for decimals and don’t separate thousands.', 'Incorrect value'],
      ['9000', '', 'Insufficient funds'],
      ['25,5', '= 25.5\u00a0USD ', 'Review send'],
    ] as const) {
      await type(typed)
      expect([typed, text('.send-fault'), says()]).toEqual([typed, fault, button])
    }
  })

  test('is converted anew when the price changes, and becomes an amount of the token when the price is unknown', async () => {
    await openPriced()
    await toDollars()
    await type('25')
    price = 2500
    await modal.wait(30_000)
    expect(shown()).toEqual(['Amount in USD', '25', '0.01 ETH'])
    price = 'failed'
    await modal.wait(30_000)
    expect(shown()).toEqual(['Amount', '0.01', '$25.00'])
    expect(find('.flip')).toBeUndefined()
    price = undefined
    await modal.wait(30_000)
    expect(shown()).toEqual(['Amount', '0.01', 'No price'])
  })

  test('is replaced by the maximum amount of the token, to the last digit, when the user presses Max', async () => {
    await openPriced()
    await toDollars()
    await type('25')
    await modal.press('Max, the most you can send')
    expect(shown()).toEqual(['Amount', '0.9997', '$2,999.20'])
    price = 2500
    await modal.wait(30_000)
    expect(shown()).toEqual(['Amount', '0.9997', '$2,499.25'])
  })

  test('is not offered if the price is unknown, the token is unverified, or the amount is below a cent', async () => {
    price = undefined
    await openPriced()
    expect(find('.flip')).toBeUndefined()
    price = 3000.1
    await modal.wait(30_000)
    expect(find('.flip')).toBeDefined()
    await enterAll({ amountText: '0.000001' })
    expect([find('.flip'), text('.send-amount .small bdi')]).toEqual([undefined, '<$0.01'])
    await enterAll({ amountText: '1,234' })
    expect(find('.flip')).toBeUndefined()
    modal.shell.rows.portfolio = (index) => ({ ...tokenAt(index), amount: 10n ** 18n, group: 'unverified' })
    await act(() => modal.shell.set('portfolio', { data: portfolioHead(3, { version: 2, since: 1 }) }))
    await enterAll({ amountText: '0.5' })
    expect([find('.flip'), text('.send-amount .small bdi')]).toEqual([undefined, '$1,500.05'])
  })

  test('is converted to the new token when the user chooses another token', async () => {
    await openPriced()
    await toDollars()
    await type('25')
    price = 0.5
    await enterAll({ token: { ...tokenAt(1), amount: 10n ** 20n } })
    await modal.wait(10)
    expect(shown()).toEqual(['Amount in USD', '25', `50 ${tokenAt(1).symbol}`])
    price = undefined
    await enterAll({ token: { ...tokenAt(2), amount: 10n ** 20n } })
    await modal.wait(10)
    expect(shown()).toEqual(['Amount', '', ''])
    await type('0.3')
    expect([getForm(modal.shell).peek().amountText, says()]).toEqual(['0.3', 'Review send'])
  })

  test('keeps its converted token amount in the review even if the price changes during the review', async () => {
    await openPriced()
    await toDollars()
    await type('25')
    const amount = 8_333_050_000_000_000n
    const { answer } = modal.shell
    const paid: unknown[] = []
    modal.shell.answer = async (command, input) =>
      command === 'prepareTransfer'
        ? ({
            draft: (input as TransferInput).draft,
            amount,
            receiver: { status: 'address', address: nadia, isChecked: true },
            warnings: [],
            simulation: { status: 'passed' },
            transaction: encodeTransfer(ether, nadia, amount),
          } satisfies PreparedTransfer)
        : answer(command, input)
    modal.shell.payments = async () => ({
      pay: (intent) => {
        paid.push(intent)
        return new Promise(() => {})
      },
      dismiss() {},
    })
    await modal.press('Review send')
    await modal.wait(10)
    expect(text('.view')).toMatch(/You send0\.00833305ETH\$25\.00/)
    price = 2500
    await modal.wait(60_000)
    expect(text('.view')).toMatch(/You send0\.00833305ETH\$20\.83/)
    await modal.press('Send 0.00833305\u00a0ETH')
    await modal.wait(10)
    expect(paid).toMatchObject([{ transaction: { value: amount } }])
  })
})

/** From the form with all of it to the preview; the wallet answers as `pay` does. */
async function openPreview(
  pay: () => Promise<never> = () => new Promise(() => {}),
  more: Partial<PreparedTransfer> = {},
): Promise<void> {
  await openForm()
  const { answer } = modal.shell
  await enterAll({ token: ether, amountText: '0.5', receiverText: nadia })
  const amount = 5n * 10n ** 17n
  const prepared: PreparedTransfer = {
    draft: toDraft(getForm(modal.shell).peek(), 'en')!,
    amount,
    receiver: { status: 'address', address: nadia, isChecked: true },
    warnings: [],
    simulation: { status: 'passed' },
    transaction: encodeTransfer(ether, nadia, amount),
    ...more,
  }
  modal.shell.answer = async (command, input) =>
    command === 'prepareTransfer'
      ? prepared
      : command === 'checkReceiver'
        ? prepared.warnings
        : answer(command, input)
  modal.shell.payments = async () => ({ pay, dismiss() {} })
  await modal.press('Review send')
  await modal.wait(10)
}

test('[D5] the review warns if the balance does not cover a network fee that may be sponsored, but allows the transfer', async () => {
  await openPreview(undefined, { isFeeUncovered: true })
  expect(text('.alert.warn')).toContain('Not enough ETH for the network fee')
  expect(find('.send-answers .button.primary')!.textContent).toBe('Send 0.5\u00a0ETH')
})

test('[D5] the send form does not reserve a network fee that may be sponsored', async () => {
  await openForm()
  const { answer } = modal.shell
  await modal.press('Back')
  modal.shell.answer = async (command, input) =>
    command === 'transferFee'
      ? { expected: 10n ** 14n, max: 3n * 10n ** 14n, isOptional: true }
      : answer(command, input)
  await modal.press('Send')
  await modal.wait(10)
  await enterAll({ token: ether, amountText: '1', receiverText: nadia })
  expect(says()).toBe('Review send')
})

/** The form of an account whose wallet pays the fee, as it says when `answer` lets it. */
async function openWithFeePayer(answer: (offers: object) => Promise<object>) {
  await openForm()
  const { answer: answerOthers } = modal.shell
  await modal.press('Back')
  modal.shell.answer = async (command, input) =>
    command === 'transferFee' ? { expected: 10n ** 14n, max: 3n * 10n ** 14n } : answerOthers(command, input)
  const offers = { [connected.caipNetworkId]: { paymasterService: { supported: true } } }
  const getCapabilities = vi.fn(() => answer(offers))
  Object.assign(modal.shell, { wallet: async () => ({ getCapabilities }) })
  // One answer is kept for each account.
  modal.shell.account.value = { ...connected }
  await modal.press('Send')
  await modal.wait(10)
  return getCapabilities
}

test('[D5] the send form asks whether the wallet pays network fees only if the balance covers the amount but not the fee', async () => {
  const getCapabilities = await openWithFeePayer(async (offers) => offers)
  // Some phones ask their person: not while the coin suffices, and not for more than there is.
  await enterAll({ token: ether, amountText: '0.5', receiverText: nadia })
  await enterAll({ token: ether, amountText: '2', receiverText: nadia })
  expect(getCapabilities).not.toHaveBeenCalled()
  await enterAll({ token: ether, amountText: '1', receiverText: nadia })
  expect(says()).toBe('Review send')
  await enterAll({ token: ether, amountText: '0.99999', receiverText: nadia })
  expect(says()).toBe('Review send')
  expect(getCapabilities).toHaveBeenCalledTimes(1)
})

test('[D5] the send form accepts the wallet’s answer about network fees even if it takes 20 s', async () => {
  await openWithFeePayer((offers) => new Promise((resolve) => setTimeout(() => resolve(offers), 20_000)))
  await enterAll({ token: ether, amountText: '1', receiverText: nadia })
  await modal.wait(19_000)
  expect(says()).not.toBe('Review send')
  await modal.wait(1_000)
  expect(says()).toBe('Review send')
})

test('[D7] the send form repeats the lookup of a name after five minutes', async () => {
  await openForm()
  const { answer } = modal.shell
  const found = { query: 'nadia.eth', name: 'nadia.eth', address: connected.address }
  modal.shell.answer = async (command, input) =>
    command === 'findReceiver' ? { ...found, address: nadia, foundAt: Date.now() } : answer(command, input)
  const entered = { token: ether, amountText: '0.5', receiverText: 'nadia.eth' }
  await enterAll({ ...entered, found: { ...found, foundAt: Date.now() - 299_000 } })
  await modal.wait(500)
  expect(getForm(modal.shell).value.found?.address).toBe(connected.address)
  await modal.press('Back')
  await modal.wait(2_000)
  await modal.press('Send')
  await modal.wait(500)
  expect(getForm(modal.shell).value.found?.address).toBe(nadia)
  expect(says()).toBe('Review send')
})

test('the send form requests the network fee again if the node did not answer the first request', async () => {
  await openForm()
  const { answer } = modal.shell
  await modal.press('Back')
  let asked = 0
  modal.shell.answer = async (command, input) => {
    if (command !== 'transferFee') return answer(command, input)
    asked += 1
    if (asked === 1) throw new Error('The node is gone.')
    return asked === 2 ? undefined : { expected: 10n ** 14n, max: 3n * 10n ** 14n }
  }
  await modal.press('Send')
  await enterAll({ token: ether, amountText: '1', receiverText: nadia })
  expect(says()).toBe('Review send')
  for (let at = 0; at < 4; at += 1) await modal.wait(10_000)
  expect(asked).toBe(3)
  expect(says()).not.toBe('Review send')
})

test('the review stays open after the user has declined, and can send the payment on a second attempt', async () => {
  await openPreview(() => Promise.reject(new BillfoldError('wallet_declined', 'No.')))
  await act(async () => find('.send-answers .button.primary')!.click())
  await modal.wait(10)
  expect(text('.alert')).toBe('You declined in Harbor. Nothing was sent.')
  expect(text('.send-answers')).toContain('Send 0.5')
})

test('the review has no Send button if the simulation fails', async () => {
  await openPreview(undefined, { simulation: { status: 'failed', fault: 'reverted', reason: 'Paused' } })
  expect(text('.view')).toContain('Simulation failed')
  expect(text('.send-answers')).toBe('CancelCheck again')
})

/** The preview of a token of Solana whose mint multiplies its amounts; the chain can move a little less than was entered. */
async function openMultiplied(prepare: () => Partial<PreparedTransfer>): Promise<void> {
  const receiver = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
  const id = `${onSolana.caipNetworkId}:So11111111111111111111111111111111111111112` as const
  const tide = {
    ...tokenAt(1),
    id,
    contract: id.split(':')[2]!,
    symbol: 'TIDE',
    decimals: 6,
    amount: 10n ** 9n,
  }
  await openForm()
  await act(() => (modal.shell.account.value = onSolana))
  await enterAll({ token: tide, amountText: '0.500009', receiverText: receiver })
  const { answer } = modal.shell
  const prepared: PreparedTransfer = {
    draft: toDraft(getForm(modal.shell).peek(), 'en')!,
    amount: 500_009n,
    receiver: { status: 'address', address: receiver, isChecked: true },
    warnings: [],
    simulation: { status: 'passed' },
    transaction: { namespace: 'solana', transaction: Uint8Array.of(1) },
  }
  modal.shell.answer = async (command, input) =>
    command === 'prepareTransfer'
      ? { ...prepared, ...prepare() }
      : command === 'checkReceiver'
        ? []
        : answer(command, input)
  await modal.press('Review send')
  await modal.wait(10)
}

test('[D1] the review shows the amount that moves onchain for a Solana token with a display multiplier', async () => {
  await openMultiplied(() => ({
    multiplied: { raw: 50_000n, shown: 500_000n, by: '10' },
    hasDelegate: true,
  }))
  const view = text('.view').replaceAll('\u00a0', ' ')
  expect(view).toContain('You send0.5TIDE')
  expect(view).toContain('Onchain amount0.05shown multiplied by 10')
  expect(view).toContain('Send 0.5 TIDE (0.05 onchain)')
  expect(view).toContain('You entered 0.500009 TIDE. The nearest amount you can send is 0.5 TIDE.')
  expect(view).toContain('The issuer can take this token back')
})

test('[D1] [F30] the review sends an onchain amount that changed during the review only after the user accepts it', async () => {
  let multiplied = { raw: 50_000n, shown: 500_000n, by: '10' }
  await openMultiplied(() => ({ multiplied, freshUntil: Date.now() + 30_000 }))
  multiplied = { raw: 100_001n, shown: 500_005n, by: '5' }
  await modal.wait(30_010)
  expect(text('.alert.warn')).toBe(
    'The amount has changedWhat you entered now moves 0.100001 onchain. Before, it was 0.05.',
  )
  expect(text('.send-answers')).toBe('CancelUse new amount')
  await modal.press('Use new amount')
  expect(text('.send-answers')).toContain('0.100001 onchain')
  expect(text()).not.toContain('The amount has changed')
})

test('[F28] after "I checked, it wasn’t sent", the review shows progress and then why the payment was not sent a second time', async () => {
  await openPreview(() => Promise.reject(new BillfoldError('outcome_unknown', 'No.')))
  await act(async () => find('.send-answers .button.primary')!.click())
  await modal.wait(10)
  const { answer } = modal.shell
  let fail: (error: unknown) => void
  modal.shell.answer = (command, input) =>
    command === 'checkReceiver' ? new Promise((_, no) => (fail = no)) : answer(command, input)
  const label = 'I checked, it wasn’t sent'
  await modal.press(label)
  expect(modal.button(label)!.getAttribute('aria-disabled')).toBe('true')
  await act(async () => fail!(new BillfoldError('worker_deadline', 'For the console.')))
  expect(text('.alert.warn')).toBe('Not sent againThe request took too long.')
  expect(modal.button(label)!.hasAttribute('aria-disabled')).toBe(false)
})

test('[F30] the review is renewed before it expires, even if the timer fires early', async () => {
  const now = Date.now()
  await openPreview(undefined, { freshUntil: now + 30_000 })
  const count = () => modal.shell.calls.filter(({ command }) => command === 'prepareTransfer').length
  expect(count()).toBe(1)
  vi.setSystemTime(now - 1)
  await modal.wait(30_000)
  await modal.wait(2)
  expect(count()).toBeGreaterThan(1)
})

test('[A66] [F27] the review hides the payment once the wallet has switched to another network', async () => {
  await openPreview()
  expect(text('.send-answers')).toContain('Send 0.5')
  const caipAddress = connected.caipAddress.replace('31337', '8453') as typeof connected.caipAddress
  await act(() => (modal.shell.account.value = { ...connected, caipNetworkId: 'eip155:8453', caipAddress }))
  expect(text('.notice')).toContain('This review is out of date')
  expect(text('.view')).not.toMatch(/Send 0\.5|0x5aAe/)
  await modal.press('Back to form')
  expect(says()).toBe('Select token')
})

test('[A66] the send form is empty after a change of network or account', async () => {
  await openForm()
  const form = getForm(modal.shell)
  const empty = { token: undefined, amountText: '', receiverText: '' }
  for (const other of [
    {
      ...connected,
      caipNetworkId: 'eip155:8453',
      caipAddress: connected.caipAddress.replace('31337', '8453'),
    },
    { ...connected, caipAddress: `eip155:31337:${nadia.toLowerCase()}` },
    onSolana,
  ] as (typeof connected)[]) {
    await act(() => (modal.shell.account.value = connected))
    await enterAll({ token: ether, amountText: '0.5', receiverText: nadia })
    await act(() => (modal.shell.account.value = other))
    expect(form.value).toEqual({ ...empty, account: other.caipAddress })
    await act(() => (modal.shell.account.value = connected))
    expect(form.value).toEqual({ ...empty, account: connected.caipAddress })
  }
})

test('[D10] the send form still contains a receiver link after the wallet has switched to the network of the link', async () => {
  const id = '8453'
  const reef = { ...connected.network!, id: 8453, name: 'Reef', caipNetworkId: `eip155:${id}` } as const
  Object.assign(modal.shell, { networks: [connected.network, reef] })
  await openForm()
  const link = `ethereum:${nadia}@${id}`
  await enterAll({ token: ether, amountText: '0.5', receiverText: link })
  expect(says()).toBe('Invalid address')
  await modal.press('Switch to Reef')
  expect(modal.shell.router.current.peek()).toMatchObject({ view: 'SwitchNetwork' })
  const form = getForm(modal.shell)
  const enterLink = async () => {
    await act(() => (modal.shell.account.value = connected))
    await enterAll({ receiverText: link })
  }
  const at = (account: string) => ({
    ...connected,
    caipNetworkId: account.split(':').slice(0, 2).join(':'),
    caipAddress: account,
  })
  const own = connected.caipAddress.replace('31337', id)
  await act(() => (modal.shell.account.value = at(own) as never))
  expect(form.value).toMatchObject({ account: own, token: undefined, amountText: '', receiverText: link })
  // Neither somebody else's link, nor one for a third network.
  for (const account of [
    `eip155:${id}:${nadia.toLowerCase()}`,
    connected.caipAddress.replace('31337', '10'),
  ]) {
    await enterLink()
    await act(() => (modal.shell.account.value = at(account) as never))
    expect(form.value).toMatchObject({ account, receiverText: '' })
  }
})

test('[A81] the send form is cleared after a payment, unless the user has changed the form since', async () => {
  await openForm()
  const form = getForm(modal.shell)
  await enterAll({ token: ether, amountText: '0.5', receiverText: nadia })
  const sent = toDraft(form.peek(), 'en')!
  await enterAll({ amountText: '0.6' })
  await act(() => resetForm(modal.shell, sent))
  expect(form.peek().amountText).toBe('0.6')
  await enterAll({ amountText: '0.5' })
  await act(() => resetForm(modal.shell, sent))
  expect(form.peek()).toMatchObject({ amountText: '', receiverText: '' })
})

test('the send form keeps the amount and receiver while the user chooses a token', async () => {
  await openForm()
  await enterAll({ amountText: '0.5', receiverText: nadia })
  await modal.press('ETH. Choose another token')
  await modal.wait(10)
  expect(text()).toContain('Ether')
  await act(async () => find('.send-tokens .row')!.click())
  await modal.wait(10)
  expect(getForm(modal.shell).peek()).toMatchObject({ amountText: '0.5', receiverText: nadia })
  expect(says()).toBe('Review send')
})

test('[A103] the send form’s token list omits tokens without decimals, and lists unverified tokens separately', async () => {
  await openForm()
  modal.shell.rows.portfolio = (index) => ({
    ...tokenAt(index),
    amount: 5n,
    name: `Token ${index}`,
    ...(index === 1 ? { group: 'other', decimals: 0 } : index === 2 ? { group: 'unverified' } : {}),
  })
  await act(() => modal.shell.set('portfolio', { data: portfolioHead(3, { version: 2, since: 1 }) }))
  await modal.press('ETH. Choose another token')
  await modal.wait(10)
  const lists = [...modal.root.querySelectorAll('.send-tokens [role=list]')]
  expect(lists.map((list) => list.textContent)).toEqual([
    expect.stringContaining('Token 0'),
    expect.stringContaining('Token 2'),
  ])
  expect(text()).not.toContain('Token 1')
})

test('[A98] [A201] a Bitcoin account cannot send, and the view WalletSend opens Account instead', async () => {
  expect([connected, onSolana, onBitcoin].map(({ caipAddress }) => canSend(caipAddress))).toEqual([
    true,
    true,
    false,
  ])
  await openForm()
  await act(() => {
    modal.shell.account.value = onBitcoin
    modal.shell.router.push('WalletSend')
  })
  await modal.wait(10)
  expect(modal.shell.router.current.peek().view).toBe('Account')
})

test('[A79] the review shows the transaction data that goes to the wallet', async () => {
  await openForm()
  const token = {
    ...ether,
    id: `${connected.caipNetworkId}:${nadia.toLowerCase()}`,
    kind: 'token',
    contract: nadia.toLowerCase(),
    decimals: 6,
    symbol: 'USDC',
  } as const
  await enterAll({ token, amountText: '0.5', receiverText: nadia })
  const { answer } = modal.shell
  const draft = toDraft(getForm(modal.shell).peek(), 'en')!
  const prepared: PreparedTransfer = {
    draft,
    amount: 500_000n,
    receiver: { status: 'address', address: nadia, isChecked: true },
    warnings: [],
    simulation: { status: 'passed' },
    transaction: encodeTransfer(token, nadia, 500_000n),
  }
  modal.shell.answer = async (command, input) =>
    command === 'prepareTransfer' ? prepared : command === 'prices' ? [] : answer(command, input)
  await modal.press('Review send')
  await modal.wait(10)
  await modal.press('What you will sign')
  const facts = [...modal.root.querySelectorAll('.send-call dl > div')].map(({ children: [name, value] }) => [
    name!.textContent,
    value!.textContent,
  ])
  expect(facts).toEqual([
    ['chain', connected.caipNetworkId],
    ['to', nadia],
    ['value', '0 wei'],
    ['function', 'transfer(address,uint256)'],
    ['· to', nadia],
    ['· value', '500000'],
    ['data', (prepared.transaction as { data: string }).data],
  ])
})

test('[F24] [F27] the send form shows only the most serious warning, and only about the current receiver', async () => {
  await openForm()
  const other = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
  const answers = new Map<string, (seen: readonly ReceiverWarning[]) => void>()
  modal.shell.answer = async (command, input) =>
    command === 'prices'
      ? []
      : command === 'checkReceiver'
        ? new Promise((answer) => answers.set((input as TransferInput).draft.receiverText, answer))
        : undefined
  await enterAll({ token: ether, amountText: '0.5', receiverText: nadia })
  await enterAll({ receiverText: other })
  await act(async () => answers.get(other)!([{ code: 'contract' }, { code: 'new' }]))
  await act(async () => answers.get(nadia)!([{ code: 'zero' }]))
  expect([...modal.root.querySelectorAll('.alert b')].map(({ textContent }) => textContent)).toEqual([
    'This is a contract',
  ])
  expect(says()).toBe('Review send')
})

test('the review warns of a receiver similar to an address in the activity, but does not suggest that address as receiver', async () => {
  const bait = '0x5aAeb6053F3E94C9b9A0aaaa669435E7Ef1BeAed'
  const like = { code: 'look_alike', anchor: bait, prefix: 20, suffix: 16, isBait: false } as const
  await openPreview(undefined, { warnings: [{ ...like, isClaimed: true }, { code: 'unread' }] })
  expect(text('[role="alert"]')).toContain('another address in your activity')
  expect(text()).not.toContain('Use the known address')
  expect(text()).not.toContain('Address you know')
  expect(find('.send .button.primary')!.textContent).toBe('Change receiver')
})

test('[F24] consent to a milder look-alike warning does not cover a later warning that the receiver imitates a paid address', () => {
  const like = { code: 'look_alike', anchor: nadia, prefix: 3, suffix: 3, isBait: false } as const
  const claimed = { ...like, isClaimed: true } as const
  expect(findNewWarnings([like], [claimed])).toEqual([like])
  expect(findNewWarnings([claimed], [like])).toEqual([])
  expect(findNewWarnings([claimed], [claimed])).toEqual([])
})

test('[F24] a receiver that resembles a known address is confirmed by typing the first differing group of characters', () => {
  const bait = '0x5aAeb6053F3E94C9b9A0aaaa669435E7Ef1BeAed'
  expect(pickGroup(bait, nadia)).toEqual({ n: 6, text: 'aaaa' })
  expect(pickGroup(nadia, undefined)).toEqual({ n: 10, text: 'eAed' })
  expect(isGroup(' AAAA ', 'aaaa', bait)).toBe(true)
  for (const typed of ['', '9f33', 'aaa', 'aaaaa']) expect(isGroup(typed, 'aaaa', bait)).toBe(false)
  const onSolana = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU'
  expect(isGroup('gasu', 'gAsU', onSolana)).toBe(false)
})

test.each([
  ...Object.entries(texts.refusals),
  ['of another version', 'Something went wrong in Billfold.'],
] as const)('[G63] the review explains why a transfer was refused (%s): %s', async (reason, words) => {
  await openForm()
  const { answer } = modal.shell
  modal.shell.answer = async (command, input) => {
    if (command !== 'prepareTransfer') return answer(command, input)
    throw new BillfoldError('transfer_refused', 'For the console.', { context: { reason } })
  }
  await enterAll({ token: ether, amountText: '0.5', receiverText: nadia })
  await modal.press('Review send')
  await modal.wait(10)
  expect(text('[role="alert"]')).toContain(words)
  expect(text()).not.toContain('For the console.')
})
