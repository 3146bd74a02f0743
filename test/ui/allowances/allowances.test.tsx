// @vitest-environment happy-dom
/** The list of spending caps, one of them, and how it is revoked. */
import { act } from 'react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { BillfoldError } from '../../../src/core/base/errors.ts'
import type { Allowance, PreparedRevocation } from '../../../src/core/payments/allowance.ts'
import type { SentTransaction } from '../../../src/core/payments/sent.ts'
import type { PaymentIntent } from '../../../src/payments/payments.ts'
import { loadViews } from '../../../ui/modal/views.ts'
import { activityHead, connected, onSolana } from '../fake-shell.ts'
import { useModal } from '../open-modal.ts'

const modal = useModal()
const { button, press, text, wait } = modal
const account = connected.caipAddress
const TOKEN = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const SPENDER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const HASH = `0x${'5e'.repeat(32)}`
const MOST = 2n ** 256n - 1n

const cap = (part: Partial<Allowance> = {}): Allowance => ({
  token: `eip155:31337:${TOKEN.toLowerCase()}`,
  spender: SPENDER,
  symbol: 'USDC',
  decimals: 6,
  amount: 5_000_000_001n,
  balance: 120_000_000n,
  ...part,
})
const set = (allowances: readonly Allowance[], part: { isPartial?: boolean; unread?: number } = {}) =>
  modal.shell.set('allowances', { data: { allowances, isPartial: false, unread: 0, ...part } })

let prepared: Partial<PreparedRevocation>
let asked: PaymentIntent[]
let pay: () => Promise<string>

beforeAll(() => loadViews(['AccountSettings', 'SpendingCaps', 'SpendingCap', 'Account']))
beforeEach(() => {
  prepared = {}
  asked = []
  pay = async () => HASH
  const { shell } = modal
  const { answer } = shell
  shell.answer = async (command, input) => {
    if (command === 'prices') return [{ token: cap().token, price: 1 }]
    if (command !== 'prepareRevocation') return answer(command, input)
    const draft = input as PreparedRevocation['draft']
    const transaction = { namespace: 'eip155', to: TOKEN, value: 0n, data: '0x' } as const
    return {
      draft,
      allowance: cap(),
      transaction,
      simulation: { status: 'passed' },
      fee: { expected: 10n ** 15n, max: 2n * 10n ** 15n },
      ...prepared,
    }
  }
  shell.payments = async () => ({
    async pay(intent) {
      asked.push(intent)
      const { transaction: _, ...facts } = intent
      return { ...facts, hash: await pay(), sentAt: Date.now() } satisfies SentTransaction
    },
    dismiss() {},
  })
})

async function openList(): Promise<void> {
  await modal.openAccount()
  await press('Account settings')
  await wait(500)
  await press('Spending caps')
  await wait(500)
}

async function openOne(allowance = cap()): Promise<void> {
  set([allowance])
  await openList()
  await act(async () => modal.root.querySelector<HTMLElement>('.spending-caps .row')!.click())
  await wait(500)
}

const rows = () =>
  [...modal.root.querySelectorAll('.spending-caps .row .row-text')].map((row) => row.textContent)
const refreshes = () =>
  modal.shell.calls.filter(
    ({ command, input }) => command === 'refresh' && (input as { topic: string }).topic === 'allowances',
  ).length

describe('The list of spending caps', () => {
  test('can be opened from the settings of EVM accounts only', async () => {
    await modal.openAccount()
    await press('Account settings')
    await wait(500)
    expect(button('Spending caps')).toBeDefined()
    await act(async () => void (modal.shell.account.value = onSolana))
    expect(button('Spending caps')).toBeUndefined()
  })

  test('shows the token, spender and amount of each cap, and the amount at risk', async () => {
    set([
      cap({ app: 'Driftwood' }),
      cap({
        amount: MOST,
        symbol: 'UNI',
        token: `eip155:31337:0x${'1'.repeat(40)}`,
        decimals: 18,
        balance: 10n ** 18n,
      }),
      cap({ amount: 7n, spender: TOKEN }),
      cap({
        amount: 7n,
        symbol: '',
        decimals: undefined as never,
        balance: undefined as never,
        token: `eip155:31337:0x${'2'.repeat(40)}`,
      }),
    ])
    await openList()
    expect(rows()).toEqual([
      '5,000.000001\u00a0USDCDriftwood 0x3C44…93BC$120.00 at risk',
      'Unlimited\u00a0UNI0x3C44…93BC1\u00a0UNI at risk',
      '0.000007\u00a0USDC0xA0b8…eB48<$0.01 at risk',
      '7\u00a0smallest units0x3C44…93BC',
    ])
    expect(text()).not.toContain('may be missing')
    expect(text()).toContain('NFTs and caps inside Permit2 aren’t included')
  })

  test('says "No spending caps found", not that there are none, if the list is empty', async () => {
    set([])
    await openList()
    expect(text()).toContain('No spending caps found')
    expect(text()).toContain('No known approval')
  })

  test('says that approvals in older activity may be missing, and loads that activity on request', async () => {
    const head = { ...activityHead([]), next: 'more' }
    modal.shell.set('activity', { data: head })
    set([cap()], { isPartial: true, unread: 2 })
    await openList()
    expect(text('.spending-caps-partial')).toContain('Older approvals may be missing.')
    expect(text('.spending-caps-partial')).toContain('Couldn’t be checked: 2')
    await press('Load older activity')
    expect(modal.shell.calls).toContainEqual({ command: 'more', input: { account } })
    const before = refreshes()
    await act(async () =>
      modal.shell.set('activity', { data: { ...head, version: head.version + 1, next: null } }),
    )
    expect(refreshes()).toBe(before + 1)
    expect(button('Load older activity')).toBeUndefined()
  })

  const error = new BillfoldError('http_network', 'no')

  test('shows why loading failed, and loads the caps on "Try again"', async () => {
    modal.shell.set('allowances', { data: undefined, status: 'failed', error })
    await openList()
    expect(text('[role=alert]')).toContain('Couldn’t load spending caps')
    const before = refreshes()
    await press('Try again')
    expect(refreshes()).toBe(before + 1)
  })

  test('keeps the known caps if a reload fails, and marks them as not up to date', async () => {
    modal.shell.set('allowances', {
      data: { allowances: [cap()], isPartial: false, unread: 0 },
      status: 'failed',
      error,
    })
    await openList()
    expect(text('.spending-caps-stale')).toContain('Not up to date')
    expect(rows()).toHaveLength(1)
  })
})

describe('A spending cap', () => {
  test('shows its current amount, spender, network fee and simulation', async () => {
    prepared = { allowance: cap({ amount: 42_000_000n }) }
    await openOne(cap({ app: 'Driftwood' }))
    expect(text('.sum')).toBe('42USDC')
    for (const words of [
      TOKEN,
      'In your activity: Driftwood',
      '$42.00',
      '0.001\u00a0ETH',
      'Passed',
      'Ethereum',
    ])
      expect(text()).toContain(words)
    expect(modal.find(`[aria-label="${SPENDER}"]`)).toBeDefined()
    expect(modal.find(`a[href="https://explorer.example/address/${SPENDER}"]`)).toBeDefined()
  })

  test('is revoked by an approval of 0, and the list of spending caps reloads once the approval is confirmed', async () => {
    await openOne()
    await press('Revoke')
    await wait(50)
    const out = { symbol: 'USDC', text: '0', units: '0', token: cap().token }
    expect(asked).toMatchObject([{ account, kind: 'approve', to: SPENDER, out }])
    expect(text()).toContain('On its way')
    const before = refreshes()
    const row = { account, kind: 'approve', to: SPENDER, out, hash: HASH, sentAt: Date.now() } as const
    await act(async () =>
      modal.shell.set('sent', { data: { payments: [{ ...row, status: 'pending' }], asked: [] } }),
    )
    expect(refreshes()).toBe(before)
    await act(async () =>
      modal.shell.set('sent', { data: { payments: [{ ...row, status: 'confirmed' }], asked: [] } }),
    )
    expect(text()).toContain('Spending cap revoked')
    expect(refreshes()).toBe(before + 1)
  })

  test('is marked in the list of spending caps while its revocation is pending', async () => {
    const out = { symbol: 'USDC', text: '0', units: '0', token: cap().token }
    const row = { account, kind: 'approve', to: SPENDER, out, hash: HASH, sentAt: Date.now() } as const
    modal.shell.set('sent', { data: { payments: [{ ...row, status: 'late' }], asked: [] } })
    set([cap(), cap({ spender: TOKEN })])
    await openList()
    expect(rows()[0]).toContain('Revoking…')
    expect(rows()[1]).toContain('at risk')
  })

  test('has no Revoke button if the cap onchain is already 0', async () => {
    prepared = { allowance: undefined as never }
    await openOne()
    expect(text()).toContain('Nothing to revoke')
    expect(button('Revoke')).toBeUndefined()
  })

  test.each<[string, Partial<PreparedRevocation>, string]>([
    [
      'the simulation of the revocation fails',
      { simulation: { status: 'failed', fault: 'reverted', reason: 'Paused' } },
      'Reason: Paused',
    ],
    ['the balance does not cover the network fee', { shortage: 'fee' }, 'Not enough ETH for the network fee'],
  ])('has no Revoke button if %s', async (_, part, words) => {
    prepared = part
    await openOne()
    expect(text('[role=alert]')).toContain(words)
    expect(button('Revoke')).toBeUndefined()
    expect(button('Check again')).toBeDefined()
  })

  test('says after a failed revocation whether the user declined or the outcome is unknown', async () => {
    pay = () => Promise.reject(new BillfoldError('wallet_declined', 'No.'))
    await openOne()
    await press('Revoke')
    await wait(50)
    expect(text('[role=alert]')).toContain('You declined in Harbor. Nothing was sent.')
    pay = () => Promise.reject(new BillfoldError('outcome_unknown', 'Who knows.'))
    await press('Revoke')
    await wait(50)
    expect(text('[role=alert]')).toContain('the spending cap of 0\u00a0USDC was sent')
  })

  test('says that its review is out of date once the user has connected a different account', async () => {
    await openOne()
    const other = { ...connected, caipAddress: `eip155:31337:0x${'3'.repeat(40)}` } as const
    await act(async () => void (modal.shell.account.value = other))
    expect(text()).toContain('This review is out of date')
    expect(button('Revoke')).toBeUndefined()
  })
})
