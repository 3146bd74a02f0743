import { describe, expect, test } from 'vitest'
import {
  findLatest,
  isEmptyCancel,
  isReplaceable,
  isShownAlone,
  listReplaced,
} from '../../../src/core/payments/replacement.ts'
import type { SentRow } from '../../../src/core/payments/sent.ts'

const account = `eip155:1:0x${'a'.repeat(40)}` as const
const row = (hash: string, change: Partial<SentRow> = {}): SentRow => ({
  account,
  hash,
  kind: 'send',
  to: `0x${'b'.repeat(40)}`,
  out: { symbol: 'ETH', text: '1', units: '1' },
  sentAt: 1,
  status: 'late',
  nonce: 7,
  ...change,
})
const replacing = (
  hash: string,
  first: string,
  how: 'speedUp' | 'cancel' = 'speedUp',
  change: Partial<SentRow> = {},
) => row(hash, { replaces: { hash: first, nonce: 7, how }, ...change })

describe('A payment and its replacements', () => {
  const shown = (payments: readonly SentRow[]) =>
    payments.filter((one) => isShownAlone(payments, one)).map(({ hash }) => hash)

  test('are shown as the newest payment while all of them are pending', () => {
    const payments = [replacing('c', 'b'), replacing('b', 'a'), row('a')]
    expect(shown(payments)).toEqual(['c'])
    expect(findLatest(payments, 'a')?.hash).toBe('c')
  })

  test('are shown as the payment that went through', () => {
    const late = row('a', { status: 'renewed', replacedBy: 'b', isSettled: true })
    const payments = [replacing('b', 'a', 'speedUp', { status: 'confirmed' }), late]
    expect(findLatest(payments, 'a')?.hash).toBe('b')
    const reverse = [
      replacing('b', 'a', 'speedUp', { status: 'renewed', replacedBy: 'a', isSettled: true }),
      row('a', { status: 'confirmed' }),
    ]
    expect(findLatest(reverse, 'b')?.hash).toBe('a')
    expect(shown(reverse)).toContain('a')
  })

  test('are shown as the cancelled payment, not as the transaction that cancels it', () => {
    const payments = [replacing('b', 'a', 'cancel'), row('a')]
    expect(shown(payments)).toEqual(['a'])
    expect(findLatest(payments, 'a')?.hash).toBe('a')
  })

  test('are both shown if the wallet sent the replacement with a new nonce', () => {
    const payments = [replacing('b', 'a', 'speedUp', { nonce: 8 }), row('a')]
    expect(shown(payments)).toEqual(['b', 'a'])
    expect(findLatest(payments, 'a')?.hash).toBe('a')
  })
})

test('A pending payment can be replaced if its nonce is known and no block includes it', () => {
  expect(isReplaceable(row('a'))).toBe(true)
  expect(isReplaceable(row('a', { status: 'pending' }))).toBe(true)
  const { nonce: _nonce, ...unknown } = row('a')
  for (const other of [
    unknown,
    row('a', { isIncluded: true }),
    row('a', { status: 'dropped' }),
    row('a', { status: 'confirmed' }),
    row('a', { account: 'solana:devnet:9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM' }),
    replacing('b', 'a', 'cancel'),
  ])
    expect(isReplaceable(other)).toBe(false)
})

test('A later payment counts as a replacement only if the node reports the same nonce for both payments', () => {
  const payments = [replacing('c', 'b'), replacing('b', 'a'), row('a')]
  expect([...listReplaced(payments, { hash: 'c', nonce: 7, how: 'speedUp' })]).toEqual(['c', 'b', 'a'])
  expect([...listReplaced(payments, { hash: 'c', nonce: 8, how: 'speedUp' })]).toEqual(['c'])
  const round = [replacing('b', 'a'), replacing('a', 'b')]
  expect([...listReplaced(round, { hash: 'a', nonce: 7, how: 'speedUp' })]).toEqual(['a', 'b'])
})

test('A transaction counts as a cancellation only if it sends a zero amount of the native token to the account itself', () => {
  const empty = row('a', { to: `0x${'A'.repeat(40)}`, out: { symbol: 'ETH', text: '0', units: '0' } })
  expect(isEmptyCancel(empty)).toBe(true)
  expect(isEmptyCancel({ ...empty, to: `0x${'b'.repeat(40)}` })).toBe(false)
  expect(isEmptyCancel({ ...empty, out: { ...empty.out, units: '1' } })).toBe(false)
  expect(isEmptyCancel({ ...empty, out: { ...empty.out, token: account } })).toBe(false)
  expect(isEmptyCancel({ ...empty, kind: 'approve' })).toBe(false)
})
