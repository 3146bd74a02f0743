// @vitest-environment happy-dom
import { act } from 'react'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CaipAddress } from '../../../src/core/chains/caip.ts'
import type { PendingRequest, SentRow, SentStatus } from '../../../src/core/payments/sent.ts'
import '../../../ui/payments/sent-payment-view.tsx'
import '../../../ui/payments/unknown-payment-view.tsx'
import { getGroups } from '../../../ui/activity/shown-rows.ts'
import { loadViews } from '../../../ui/modal/views.ts'
import { activityAt, activityHead, months } from '../fake-shell.ts'
import { useModal } from '../open-modal.ts'

const modal = useModal()
const { text, press, wait } = modal
const receiver = `0x${'b'.repeat(40)}`

beforeAll(() => loadViews(['SentPayment', 'UnknownPayment']))

function sentOf(status: SentStatus, part: Partial<SentRow> = {}): SentRow {
  return {
    account: getAccount(),
    hash: `0x${'7'.repeat(64)}`,
    kind: 'send',
    to: receiver,
    out: { symbol: 'ETH', text: '0.123456789', units: '123456789000000000' },
    sentAt: Date.now() - 40_000,
    status,
    ...part,
  }
}

function getAccount(): CaipAddress {
  return `eip155:1:0x${'a'.repeat(40)}`
}

function askedOf(): PendingRequest {
  const { hash: _, sentAt, status: __, ...payment } = sentOf('pending')
  return { ...payment, id: 'one', askedAt: sentAt }
}

async function openActivity(payments: readonly SentRow[], asked: readonly PendingRequest[] = [], total = 40) {
  modal.shell.set('activity', { data: activityHead(months(total, total || 1)) })
  modal.shell.set('sent', { data: { payments, asked } })
  await modal.openAccount()
  await press('Activity')
  await wait(10)
}

function readRows(): string[] {
  const rows = [...modal.root.querySelectorAll<HTMLElement>('[role=listitem]')]
  return rows
    .sort((one, other) => Number(one.dataset['row']) - Number(other.dataset['row']))
    .map((row) => ['.upper', '.lower'].map((part) => row.querySelector(part)?.textContent).join(' '))
}

describe('A payment sent with Billfold, in the activity list', () => {
  test('is listed as a pending row until the history has its transaction, and then once, as the history’s row', async () => {
    await openActivity([sentOf('late')])
    expect(readRows()[0]).toMatch(/^Sending.*−0\.123\u00a0ETH 0xbb.*Not yet confirmed/)
    expect(readRows()[1]).toContain('Received')
    expect(text('.group-title')).toBe('Pending')
    const { hash } = activityAt(0)
    await act(async () =>
      modal.shell.set('sent', { data: { payments: [sentOf('late', { hash: hash! })], asked: [] } }),
    )
    await wait(10)
    expect(readRows()[0]).toContain('Received')
    expect(text('.group-title')).not.toContain('Pending')
  })

  test('[V12] adds its receiver to the history’s row that has the payment’s transaction hash', async () => {
    // The third row of the history is a payment.
    const at = [...Array(40).keys()].find((index) => activityAt(index).kind === 'sent')!
    const { hash, amounts } = activityAt(at)
    await openActivity([])
    expect(readRows()[at]).not.toContain('0xbb')
    const payment = sentOf('confirmed', { hash: hash!.toUpperCase().replace('0X', '0x'), isSettled: true })
    await act(async () => modal.shell.set('sent', { data: { payments: [payment], asked: [] } }))
    await wait(10)
    expect(readRows()[at]).toMatch(/^Sent.* 0xbbbb…bbbb/)
    // How much the chain moved is the history's to say.
    expect(readRows()[at]).toContain(amounts[0]!.text)
  })

  test('is called "Revoking" if it revokes a spending cap, and shows the token without an amount', async () => {
    const revocation = {
      kind: 'approve',
      out: { symbol: 'USDC', text: '0', units: '0', token: 'eip155:1:0x1' },
    } as const
    await openActivity([sentOf('pending', revocation)])
    expect(readRows()[0]).toMatch(/^RevokingUSDC /)
    await act(async () =>
      modal.shell.set('sent', { data: { payments: [sentOf('failed', revocation)], asked: [] } }),
    )
    await wait(10)
    expect(readRows()[0]).toMatch(/^Revocation failedUSDC /)
  })

  test('[V13] is shown in place of the history’s contract call, but beside the call if the transaction did not match the review', async () => {
    const { hash } = activityAt(0)
    const call = { kind: 'executed', status: 'pending', amounts: [{ direction: 'out', text: '0' }] } as const
    modal.shell.rows.activity = (index) => ({ ...activityAt(index), ...(index === 0 && call) })
    const out = {
      symbol: 'HUSD',
      text: '25',
      units: '25000000',
      token: `eip155:1:0x${'c'.repeat(40)}`,
    } as const
    await openActivity([sentOf('pending', { hash: hash!, out })])
    expect(readRows()[0]).toMatch(/^Sending−25\.000\u00a0HUSD 0xbbbb…bbbb/)
    expect(readRows()[0]).not.toContain('Contract call')
    // What it did instead is not called what was signed.
    const mismatched = sentOf('mismatched', { hash: hash!, out })
    await act(async () => modal.shell.set('sent', { data: { payments: [mismatched], asked: [] } }))
    await wait(10)
    expect(readRows()[0]).toMatch(/^Doesn’t match your review/)
    expect(readRows()[1]).toMatch(/^Contract call/)
  })

  test.each<[SentStatus, RegExp, string]>([
    ['dropped', /^Sending.*Dropped by the network/, 'Pending'],
    ['confirmed', /^Sent−0\.123\u00a0ETH/, 'Recent'],
    ['failed', /^Send failed/, 'Recent'],
    ['cancelled', /^Cancelled/, 'Recent'],
    ['replaced', /^Replaced/, 'Recent'],
    ['expired', /^Expired/, 'Recent'],
    ['lost', /^Status unknown.*Check your wallet/, 'Recent'],
    ['cosigning', /^Sending.*Waiting for other signers/, 'Pending'],
    ['queued', /^Sending.*Waiting to be executed/, 'Pending'],
    ['mismatched', /^Doesn’t match your review.*Check the explorer/, 'Recent'],
  ])('with the status %s, has a row with the words %s in the group "%s"', async (status, words, head) => {
    await openActivity([sentOf(status)])
    expect(readRows()[0]).toMatch(words)
    expect(text('.group-title')).toBe(head)
  })

  test('stays listed as long as it is pending, but only for a day once it has ended', async () => {
    const sentAt = Date.now() - 25 * 60 * 60_000
    await openActivity([
      sentOf('replaced', { sentAt }),
      sentOf('late', { sentAt, hash: `0x${'8'.repeat(64)}` }),
      sentOf('renewed', { hash: `0x${'9'.repeat(64)}` }),
    ])
    expect(readRows().filter((row) => !row.includes('18 Nov'))).toHaveLength(1)
    expect(readRows()[0]).toContain('Not yet confirmed')
  })

  test('opens its own view when its row is pressed', async () => {
    await openActivity([sentOf('late')])
    await act(async () => modal.root.querySelector<HTMLElement>('[role=listitem] button')!.click())
    expect(modal.shell.router.current.peek()).toMatchObject({ view: 'SentPayment' })
    expect(modal.root.querySelector('[role=listitem] button')?.getAttribute('aria-expanded')).not.toBe('true')
  })

  test('[D2] says what arrived, not that the payment failed, if the transaction does not match the review', async () => {
    const out = {
      symbol: 'USDC',
      text: '100',
      units: '100000000',
      token: `eip155:1:0x${'c'.repeat(40)}` as const,
    }
    const payment = sentOf('mismatched', { out, received: '95000000' })
    // Also where the history has the transaction.
    await openActivity([{ ...payment, hash: activityAt(0).hash! }])
    expect(readRows()[0]).toMatch(/^Doesn’t match your review/)
    await act(async () => modal.root.querySelector<HTMLElement>('[role=listitem] button')!.click())
    await wait(10)
    expect(text('.heading')).toBe('Doesn’t match your review')
    expect(text()).toMatch(/Arrived.*95.USDC/)
    expect(text()).toContain('some tokens keep part of each transfer')
    expect(text()).not.toMatch(/failed|confirmed/i)
  })

  test('[D4] links to the account instead of to a transaction while the payment waits for other signers', async () => {
    await openActivity([sentOf('cosigning')])
    await act(async () => modal.root.querySelector<HTMLElement>('[role=listitem] button')!.click())
    await wait(10)
    expect(text('.heading')).toBe('Waiting for other signers')
    const links = [...modal.root.querySelectorAll<HTMLAnchorElement>('.sent-answers a')]
    expect(links.map(({ href }) => href.includes('/tx/'))).not.toContain(true)
    expect(modal.root.querySelector('.sent-picture')).toBeNull()
  })

  test('[D4] moves to "Recent" if it has waited too long for other signers, and is removed after a day', async () => {
    const payment = sentOf('cosigning', { isSettled: true })
    await openActivity([payment])
    expect(text('.group-title')).toBe('Recent')
    await act(async () => modal.root.querySelector<HTMLElement>('[role=listitem] button')!.click())
    await wait(10)
    expect(modal.root.querySelector('.sent-picture')).not.toBeNull()
    modal.shell.set('sent', { data: { payments: [{ ...payment, sentAt: 0 }], asked: [] } })
    await modal.press('Back')
    await wait(10)
    expect(readRows().join()).not.toContain('Waiting for other signers')
  })

  test('[F28] says "May have been sent", not that the payment failed, while the outcome is unknown', async () => {
    await openActivity([], [askedOf()])
    expect(readRows()[0]).toMatch(/^May have been sent.*−0\.123\u00a0ETH.*Check your wallet/)
    await act(async () => modal.root.querySelector<HTMLElement>('[role=listitem] button')!.click())
    await wait(10)
    expect(text()).toContain('We don’t know if it was sent')
    expect(text()).toContain('0.123456789\u00a0ETH')
    expect(text()).not.toMatch(/failed|not sent\b(?!$)/)
    // It turns up.
    const found = sentOf('confirmed', { asked: 'one' })
    await act(async () => modal.shell.set('sent', { data: { payments: [found], asked: [] } }))
    expect(text()).toContain('The network confirmed it.')
  })

  test('[F31] is shown above the message that the history is empty', async () => {
    await openActivity([sentOf('late')], [], 0)
    expect(text()).toContain('Submitted, not yet confirmed')
    expect(text()).toContain('No activity yet')
  })
})

test('Pending payments sent with Billfold and pending payments of the history share one group in the activity list', () => {
  const head = activityHead([
    { kind: 'pending', count: 2 },
    { kind: 'month', year: 2026, month: 11, count: 3 },
  ])
  const own = (status: 'pending' | 'failed') => [{ status } as never]
  expect(getGroups([], head)).toBe(head.groups)
  expect(getGroups(own('pending'), head)[0]).toEqual({ kind: 'pending', count: 3 })
  expect(getGroups(own('failed'), head).slice(0, 2)).toEqual([
    { kind: 'recent', count: 1 },
    { kind: 'pending', count: 2 },
  ])
})
