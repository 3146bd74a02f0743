/** What a run's random tests can be repeated by. */
import * as fc from 'fast-check'
import { afterEach, expect, test, vi } from 'vitest'
import type { Random } from '../sandbox/random.ts'

afterEach(() => vi.unstubAllEnvs())

/** As another run would load it. */
async function start(given?: string): Promise<typeof import('./seed.ts')> {
  vi.stubEnv('SEED', given)
  vi.resetModules()
  return import('./seed.ts')
}

/** What a property that never holds was tried with, and the seed that it says. */
function fail(): { said: number; tried: number[] } {
  const tried: number[] = []
  const property = fc.property(fc.nat(), (number) => {
    tried.push(number)
    return false
  })
  return { said: fc.check(property, { endOnFailure: true }).seed, tried }
}

function take(random: Random): number[] {
  return Array.from({ length: 3 }, () => random.next())
}

test('[G70] each run has a seed of its own', async () => {
  expect((await start()).seed).not.toBe((await start()).seed)
})

test('[G70] a random test that fails says its seed, and fails in the same way from there', async () => {
  const { seed, useRandom } = await start()
  const first = fail()
  const numbers = take(useRandom())
  expect(first.said).toBe(seed)

  const other = await start()
  expect(fail().tried).not.toEqual(first.tried)
  expect(take(other.useRandom())).not.toEqual(numbers)

  const again = await start(String(first.said))
  expect(fail()).toEqual(first)
  expect(take(again.useRandom())).toEqual(numbers)
})

test('a seed that is no number is refused', async () => {
  await expect(start('seven')).rejects.toThrow('SEED is a whole number, not seven.')
})
