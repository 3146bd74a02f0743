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

  it('is paid once a month, and pays its rent', () => {
    const all = readAll(10_000, 5)
    for (const [type, amounts] of [
      ['receive', ['2450.00', '2610.00']],
      ['send', ['780.00']],
    ] as const) {
      const found = all.filter(
        ({ metadata, transfers }) =>
          metadata.operationType === type &&
          amounts.some((each) => each === transfers?.[0]?.quantity.numeric),
      )
      const months = found.map(({ metadata }) => metadata.minedAt.slice(0, 7))
      expect(new Set(months).size).toBe(24)
      expect(months).toHaveLength(24)
      expect(new Set(found.map(({ metadata }) => `${metadata.sentFrom} ${metadata.sentTo}`)).size).toBe(1)
    }
  })

  it('rests at night, by the clock of who lives it', () => {
    const countNight = (utcOffset: number) => {
      const history = generateHistory({ account, count: 5_000, seed: 6, now, utcOffset })
      const hours = Array.from({ length: 5_000 }, (_, index) =>
        new Date(Date.parse(history.transaction(index).metadata.minedAt) - utcOffset * 60_000).getUTCHours(),
      )
      return hours.filter((hour) => hour >= 2 && hour < 6).length
    }
    // A sixth of the day; awake, it would be 833.
    expect(countNight(0)).toBeLessThan(100)
    expect(countNight(-330)).toBeLessThan(100)
  })

  it('swaps at a sensible price: both sides are worth the same, less a small fee', () => {
    const swaps = readAll(6_000, 7).filter(
      ({ metadata, transfers }) =>
        metadata.operationType === 'trade' && transfers?.every(({ value }) => value !== null),
    )
    expect(swaps.length).toBeGreaterThan(500)
    for (const { transfers } of swaps) {
      const [sold, bought] = transfers!
      const ratio = bought!.value! / sold!.value!
      // Amounts are typed with two figures.
      expect(ratio).toBeGreaterThan(0.9)
      expect(ratio).toBeLessThan(1.1)
    }
  })

  it('fails now and then, and coffee is bought in the morning', () => {
    const all = readAll(6_000, 8)
    const failed = all.filter(({ metadata }) => metadata.status === 'failed').length
    expect(failed).toBeGreaterThan(30)
    expect(failed).toBeLessThan(300)
    const cheap = all.filter(
      ({ metadata, transfers }) =>
        metadata.operationType === 'send' && /^[34]\.\d\d$/.test(transfers?.[0]?.quantity.numeric ?? ''),
    )
    expect(cheap.length).toBeGreaterThan(100)
    for (const { metadata } of cheap) {
      const hour = new Date(metadata.minedAt).getUTCHours()
      expect(hour).toBeGreaterThanOrEqual(6)
      expect(hour).toBeLessThan(11)
    }
  })

  it('names amounts that no number can break: decimal text without an exponent', () => {
    for (const { transfers } of readAll(3_000, 4)) {
      for (const { quantity } of transfers ?? []) expect(quantity.numeric).toMatch(/^\d+(\.\d+)?$/)
    }
  })
})
