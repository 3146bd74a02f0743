/** The generator is as heavy and as varied as it says, so that what is measured with it means something. */
import { assert, nat, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ApiHistory, ApiTransaction } from '../../sandbox/api-types.ts'
import { GENERATED_PAGE, generateHistory } from '../../sandbox/generate.ts'

const account = '0x9E1e57d57C43b5C1F5C5576666D04D2a9232d840'
const now = Date.UTC(2026, 0, 1)
const runs = Number(process.env.PBT_RUNS ?? 20)

function readAll(count: number, seed: number): ApiTransaction[] {
  const history = generateHistory({ account, count, seed, now })
  return Array.from(
    { length: history.pages },
    (_, index) => JSON.parse(history.page(index)) as ApiHistory,
  ).flatMap(({ data }) => data)
}

describe('a generated history', () => {
  it('weighs 742 bytes for each transaction, 5 % more or less', () => {
    assert(
      property(nat(), (seed) => {
        const history = generateHistory({ account, count: 3_000, seed, now })
        const bytes = Array.from({ length: history.pages }, (_, index) =>
          Buffer.byteLength(history.page(index)),
        )
        const each = bytes.reduce((sum, size) => sum + size, 0) / 3_000
        expect(each).toBeGreaterThan(742 * 0.95)
        expect(each).toBeLessThan(742 * 1.05)
      }),
      { numRuns: runs },
    )
  })

  it('is spam in exactly one of ten', () => {
    const spam = readAll(5_000, 1).filter(
      ({ transfers }) => transfers?.length && transfers.every(({ nft_info }) => nft_info?.flags.is_spam),
    )
    expect(spam).toHaveLength(500)
  })

  it('reaches back 24 months, newest first, and no two transactions are the same', () => {
    const all = readAll(4_000, 2)
    const times = all.map(({ metadata }) => Date.parse(metadata.minedAt))
    expect(times).toEqual([...times].sort((one, other) => other - one))
    expect((now - times.at(-1)!) / 86_400_000 / 30.4).toBeGreaterThan(23.9)
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
    expect(new Set(all.map(({ metadata }) => metadata.hash)).size).toBe(all.length)
  })

  it('knows every kind and every status', () => {
    const all = readAll(6_000, 3)
    expect(new Set(all.map(({ metadata }) => metadata.operationType)).size).toBe(17)
    expect(new Set(all.map(({ metadata }) => metadata.status))).toEqual(
      new Set(['confirmed', 'failed', 'pending']),
    )
  })

  it('is the same for the same seed, and each page can be made without those before it', () => {
    const options = { account, count: 1_700, seed: 9, now }
    const one = generateHistory(options)
    const other = generateHistory(options)
    expect(other.page(3)).toBe(one.page(3))
    expect((JSON.parse(one.page(3)) as ApiHistory).data).toHaveLength(1_700 - 3 * GENERATED_PAGE)
    expect((JSON.parse(one.page(3)) as ApiHistory).next).toBeNull()
    expect(generateHistory({ ...options, seed: 10 }).page(0)).not.toBe(one.page(0))
  })

  it('names amounts that no number can break: decimal text without an exponent', () => {
    for (const { transfers } of readAll(3_000, 4)) {
      for (const { quantity } of transfers ?? []) expect(quantity.numeric).toMatch(/^\d+(\.\d+)?$/)
    }
  })
})
