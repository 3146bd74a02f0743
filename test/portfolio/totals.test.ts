import { describe, expect, it } from 'vitest'
import type { SeenValue } from '../../src/base/seen.ts'
import type { CaipAddress } from '../../src/core/chains/caip.ts'
import type { Snapshot } from '../../src/core/contract/protocol.ts'
import type { PortfolioHead } from '../../src/core/assets/portfolio.ts'
import { addUp, getChange, type Part } from '../../src/portfolio/totals.ts'
import { portfolioHead } from '../ui/fake-shell.ts'

const NOW = 1_795_000_000_000
const MINUTE = 60_000

function part(account: string, snapshot: Partial<Snapshot<PortfolioHead>>): Part {
  return {
    account: account as CaipAddress,
    snapshot: { data: undefined, fetchedAt: undefined, status: 'loading', ...snapshot },
  }
}
const known = (
  account: string,
  value: number | undefined,
  more: Partial<Snapshot<PortfolioHead>> = {},
  unpriced = 0,
) =>
  part(account, {
    data: { ...portfolioHead(2, { unpriced }), value },
    fetchedAt: NOW,
    status: 'fresh',
    ...more,
  })
const failed = { status: 'failed', error: { code: 'balance_unavailable' } } as Partial<
  Snapshot<PortfolioHead>
>

describe('The total of several accounts and networks', () => {
  it('is the sum of the known values, and has the age of the oldest value', () => {
    const total = addUp(
      [
        known('eip155:1:0xa', 10.5),
        known('solana:x:a', 2, { fetchedAt: NOW - 5 * MINUTE, status: 'cached' }),
      ],
      NOW,
    )
    expect(total).toMatchObject({ value: 12.5, fetchedAt: NOW - 5 * MINUTE, unknown: [] })
    expect(total.old.map(({ account }) => account)).toEqual(['solana:x:a'])
  })

  it('lists a network that never answered as unknown, and leaves the network out of the sum', () => {
    const total = addUp([known('eip155:1:0xa', 10), part('eip155:8453:0xa', failed)], NOW)
    expect(total.value).toBe(10)
    expect(total.unknown.map(({ account }) => account)).toEqual(['eip155:8453:0xa'])
  })

  it('is unknown if no supported network has answered', () => {
    const unserved = part('eip155:5:0xa', { data: portfolioHead(0), ...failed })
    expect(addUp([unserved, part('eip155:1:0xa', {})], NOW)).toMatchObject({
      value: undefined,
      fetchedAt: undefined,
    })
  })

  it('keeps a value whose refresh failed, and marks the value as old', () => {
    const total = addUp([known('eip155:1:0xa', 10, { ...failed, fetchedAt: NOW - 1_000 })], NOW)
    expect(total.value).toBe(10)
    expect(total.old).toHaveLength(1)
  })

  it('counts the tokens that have no price', () => {
    const total = addUp([known('eip155:1:0xa', 10, {}, 2), known('eip155:8453:0xa', undefined, {}, 1)], NOW)
    expect(total).toMatchObject({ value: 10, unpriced: 3 })
  })
})

describe('The change since the last visit', () => {
  const seen = (value: number, at = NOW - 60 * MINUTE, unpriced = 0): SeenValue => ({ value, unpriced, at })

  it('is the sum of the changes of all accounts, and starts at the time of the oldest last value', () => {
    const before: Record<string, SeenValue> = { a: seen(10), b: seen(5, NOW - 90 * MINUTE) }
    const parts = [known('a', 12), known('b', 4)]
    expect(getChange(parts, (account) => before[account])).toEqual({ by: 1, since: NOW - 90 * MINUTE })
  })

  it('is unknown if an account has no value from the last visit, or no value now', () => {
    expect(
      getChange([known('a', 12), known('b', 4)], (account) =>
        account === ('a' as never) ? seen(10) : undefined,
      ),
    ).toBeUndefined()
    expect(getChange([known('a', 12), part('b', failed)], () => seen(10))).toBeUndefined()
  })

  it('is unknown if a token had a price on only one of the two visits', () => {
    expect(getChange([known('a', 12, {}, 1)], () => seen(20))).toBeUndefined()
  })
})
